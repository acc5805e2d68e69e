import { setImmediate } from 'node:timers/promises'
import type { Site } from '../../../site.ts'
import type { LinkMethod } from '../../../store/control/tables/payment-tables.ts'
import { type LinkStepNote, noLink, type Payment, type PaymentLink } from '../../rows/payment.ts'
import { linkByEmail } from './link-by-email.ts'
import { linkByIds } from './link-by-ids.ts'
import { linkByInheritance, mayInherit } from './link-by-inheritance.ts'
import { linkByTime } from './link-by-time.ts'
import type { LinkSources, LinkStep } from './link-step.ts'

/** The list is how a payment finds its visitor, in order. The first step that can, links. */
const steps: readonly LinkStep[] = [linkByIds, linkByInheritance, linkByEmail, linkByTime]

/** Finds the visitors of one site's payments, as far as can be known now, with everything that was considered. */
export async function linkPayments(
  sources: LinkSources,
  site: Site,
  payments: readonly Payment[],
): Promise<Map<string, PaymentLink>> {
  const notes = new Map<string, LinkStepNote[]>(payments.map((payment) => [payment.id, []]))
  const links = new Map<string, PaymentLink>()
  // Several steps ask for them.
  const firsts = await sources.firstPayments(site.id, payments.filter(mayInherit))
  const known: LinkSources = { ...sources, firstPayments: async () => firsts }
  for (const step of steps) {
    const open = payments.filter((payment) => !links.has(payment.id))
    if (open.length === 0) break
    // SQLite answers at once: without this, hits and requests would wait for all steps of a thousand payments.
    await setImmediate()
    const decide = await step(known, site, open)
    for (const payment of open) {
      const { note, link } = decide(payment)
      const taken = notes.get(payment.id) ?? []
      taken.push(note)
      if (link !== undefined) links.set(payment.id, { ...link, steps: taken })
    }
  }
  for (const payment of payments) {
    if (links.has(payment.id)) continue
    links.set(payment.id, { ...noLink(payment.paidAtMs), steps: notes.get(payment.id) ?? [] })
  }
  inheritPaths(firsts, links)
  return links
}

/**
 * However a renewal was linked, it is attributed like its first payment: with the same path, ending at the same
 * moment. Otherwise the click in a receipt's e-mail would get the credit for the renewal. The first charge after a
 * trial follows the trial's path in the same way.
 */
function inheritPaths(firsts: ReadonlyMap<string, Payment>, links: Map<string, PaymentLink>): void {
  for (const [paymentId, first] of firsts) {
    const link = links.get(paymentId)
    if (link === undefined) continue
    const path = first.link.pathVisitorIds
    links.set(paymentId, {
      ...link,
      pathVisitorIds: link.visitorId === null || path.length === 0 ? link.pathVisitorIds : path,
      pathAtMs: first.link.pathAtMs,
      firstPaymentId: first.id,
    })
  }
}

const ranks: Record<LinkMethod, number> = {
  none: 0,
  time: 1,
  email: 2,
  inherited: 3,
  ids: 4,
  manual: 5,
}

/**
 * Whether a new link replaces the current one: a more reliable method always does, a less reliable one never. With
 * the same method the newer link wins, except by time, where the first one does: it was made when the sessions around
 * the payment were recent. By e-mail, a less certain link does not replace a clear one, however many browsers use the
 * address later.
 */
export function isBetterLink(found: PaymentLink, current: PaymentLink): boolean {
  if (found.method === current.method) {
    if (found.method === 'email') return found.confidence >= current.confidence
    return found.method !== 'time'
  }
  return ranks[found.method] > ranks[current.method]
}
