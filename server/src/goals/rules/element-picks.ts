import { timingSafeEqual } from 'node:crypto'
import type { GoalPick } from '@tributary/contract/app/goal-rules.ts'
import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import Type from 'typebox'
import { Value } from 'typebox/value'
import type { Secrets } from '../../store/control/secrets.ts'
import { hourMs } from '../../time/durations.ts'

const lifetimeMs = hourMs
const purpose = 'element pick'
const parameter = 'tributary_pick'

/** The person who picks an element on a page of a site; the content of the signed token in the page's address. */
const elementPick = Type.Object({
  siteId: Type.String(),
  /** The dashboard's origin: the only one that the picker reports to. */
  origin: Type.String(),
  language: Type.Enum(['en', 'de', 'es']),
  untilMs: Type.Integer(),
})

/**
 * A token with which pages of a site load the element picker for an hour. It gives no access to the dashboard, and
 * the picker sends the picked element only to the dashboard's own origin.
 */
export function makePick(
  secrets: Secrets,
  given: { siteId: string; origin: string; language: MailLanguage },
  nowMs: number,
): GoalPick {
  const untilMs = Math.floor(nowMs) + lifetimeMs
  const content = Buffer.from(JSON.stringify({ ...given, untilMs })).toString('base64url')
  const token = `${content}.${secrets.hash(purpose, content)}`
  return { fragment: `${parameter}=${token}`, expiresAt: new Date(untilMs).toISOString() }
}

/** The token in an address, not yet verified; undefined if there is none. */
export function pickTokenIn(url: string): string | undefined {
  const fragment = url.indexOf('#')
  // A quick check: nearly no address has one, and every hit is checked.
  if (fragment === -1 || !url.includes(parameter, fragment)) return undefined
  return new RegExp(`${parameter}=([\\w-]+\\.[\\w-]+)`).exec(url.slice(fragment))?.[1]
}

/** The content of a token; undefined if it was not made here. Careful: it may have expired. */
export function readPick(secrets: Secrets, token: string) {
  const [content = '', signature = ''] = token.split('.')
  const [given, right] = [signature, secrets.hash(purpose, content)].map((text) =>
    Buffer.from(text),
  )
  if (given?.length !== right?.length || !timingSafeEqual(given as Buffer, right as Buffer)) return
  return Value.Parse(elementPick, JSON.parse(Buffer.from(content, 'base64url').toString()))
}
