import { isDeepStrictEqual } from 'node:util'
import { type KnownFact, sortedKeys } from './known-fact.ts'

/** The source of facts from another tool's file. */
export const importSource = 'import'

/** The precedence of a source; smaller numbers win. */
export function sourceRank(source: string): number {
  // A provider's webhooks and its API are both its own report.
  if (source.startsWith('webhook:') || source.startsWith('sync:')) return 0
  // Another tool's payment only counts without a report from the provider or the API.
  if (source === importSource) return 3
  return source === 'api' ? 2 : 1
}

/**
 * When the provider last changed what a fact states; 0 when unknown. Facts stored by versions that did not read it
 * are ordered by when they were received, the best approximation.
 */
export function statedMs({ money, source, receivedMs }: KnownFact): number {
  if (money.statedMs !== undefined) return money.statedMs ?? 0
  return source.startsWith('webhook:') ? receivedMs : 0
}

/**
 * An order of facts that is the same on every site and whatever their order of arrival: by source, then the latest
 * statement, then by content. Only addresses are compared by a keyed hash.
 */
export function byContent(a: KnownFact, b: KnownFact): number {
  return (
    sourceRank(a.source) - sourceRank(b.source) ||
    compareText(a.source, b.source) ||
    statedMs(b) - statedMs(a) ||
    (isDeepStrictEqual(a.money, b.money) ? 0 : compareText(textOf(a.money), textOf(b.money))) ||
    compareText(textOf(impersonal(a)), textOf(impersonal(b))) ||
    compareText(a.person?.emailOrder ?? '', b.person?.emailOrder ?? '') ||
    compareText(a.key, b.key)
  )
}

/** A fact's person without the address, whose text is encrypted and whose hash differs between sites. */
function impersonal({ person }: KnownFact) {
  if (person === null) return null
  const { customerEmail: _sealed, emailHash: _keyed, emailOrder: _ordered, ...named } = person
  return named
}

function textOf(value: unknown): string {
  return JSON.stringify(value, sortedKeys)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
