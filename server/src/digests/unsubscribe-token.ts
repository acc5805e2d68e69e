import { timingSafeEqual } from 'node:crypto'
import { type DigestFrequency, digestFrequencies } from '@tributary/contract/app/digest.ts'
import type { Secrets } from '../store/control/secrets.ts'

/** One person's digest of a site. */
export interface Subscription {
  siteId: string
  accountId: string
  frequency: DigestFrequency
}

const purpose = 'unsubscribe'

/** Unsubscribes without signing in: a signed subscription. It can do nothing else, and never expires. */
export function unsubscribeToken(secrets: Secrets, subscription: Subscription): string {
  const { siteId, accountId, frequency } = subscription
  const names = `${siteId}.${accountId}.${frequency}`
  return `${names}.${secrets.hash(purpose, names)}`
}

/** The subscription in a token; undefined if it was not made here. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Subscription | undefined {
  const [siteId, accountId, name, signature, ...rest] = token.split('.')
  const frequency = digestFrequencies.find((one) => one === name)
  if (!siteId || !accountId || !frequency || !signature || rest.length > 0) return undefined
  const expected = Buffer.from(secrets.hash(purpose, `${siteId}.${accountId}.${frequency}`))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs ? { siteId, accountId, frequency } : undefined
}
