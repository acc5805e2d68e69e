import { paymentNotFound } from '@tributary/contract/payment.ts'
import { visitorNotFound } from '@tributary/contract/visitor.ts'
import { AppError } from '../../errors.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { type HandLink, type LinkPlace, saveHandLink } from './save-hand-link.ts'
import type { LinkSources } from './steps/link-step.ts'

/**
 * Links a payment by hand to a visitor or to none, which no automatic link replaces, or removes the manual link and
 * links the payment automatically. The history records who did it.
 */
export async function linkByHand(
  { control, sources }: { control: ControlStore; sources: LinkSources },
  place: LinkPlace,
  by: HandLink,
): Promise<void> {
  const { visitorId, sessionId = null } = by
  const sessions =
    visitorId == null
      ? []
      : ((
          await sources.sessionsOf(place.siteId, [
            { visitorId, sessionId: sessionId ?? '', momentMs: place.nowMs },
          ])
        )[0] ?? [])
  if (visitorId != null && sessions.length === 0) throw new AppError('not-found', visitorNotFound)
  if (sessionId !== null && !sessions.some((session) => session.sessionId === sessionId)) {
    throw new AppError('invalid', "sessionId must be one of the visitor's own sessions")
  }
  const outcome = await control.run(saveHandLink, { place, by })
  if (outcome === 'missing') throw new AppError('not-found', paymentNotFound)
  if (outcome === 'erased') {
    throw new AppError('conflict', "This payment's visitor was erased; it stays without one")
  }
}
