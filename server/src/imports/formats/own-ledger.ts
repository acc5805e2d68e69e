import { providerName } from '../../data/provider-name.ts'
import { entryOf } from '../../entry-of.ts'
import { findCurrency } from '../../money/currencies.ts'
import { factProblem } from '../../payments/ledger/fact-bounds.ts'
import type { MoneyFact } from '../../payments/ledger/money-fact.ts'
import { latestTimeMs } from '../../time/parse-time.ts'
import type {
  ImportedDuplicate,
  ImportedFact,
  ImportedIdentity,
  ImportedLink,
} from '../import-item.ts'

type Given = Record<string, unknown>

interface Problem {
  problem: string
}

const longest = 4_000

/**
 * An identity in an export. Undefined for an address of which only another site's hash is known: nothing here could
 * ever match it.
 */
export function readIdentity(
  given: Given,
  isSameSite: boolean,
): ImportedIdentity | Problem | undefined {
  const { visitorId, kind, value, email, origin } = given
  if (!isName(visitorId)) return { problem: '"visitorId" must be text' }
  if (kind !== 'email' && kind !== 'user') return { problem: '"kind" must be email or user' }
  if (!isName(value)) return { problem: '"value" must be text' }
  const firstSeenMs = timeOf(given.firstSeenAt)
  const lastSeenMs = timeOf(given.lastSeenAt)
  if (firstSeenMs === undefined || lastSeenMs === undefined) {
    return { problem: '"firstSeenAt" and "lastSeenAt" must be ISO 8601 times' }
  }
  const seen = {
    visitorId,
    kind,
    origin: origin === 'server' ? 'server' : 'client',
    firstSeenMs,
    lastSeenMs,
  } as const
  if (kind === 'user') return { ...seen, value }
  if (isName(email)) return { ...seen, value: email }
  return isSameSite ? { ...seen, value, isHash: true } : undefined
}

/** A fact about money in an export. */
export function readFact(given: Given): ImportedFact | Problem {
  const { provider, source, key } = given
  if (!isName(provider)) return { problem: '"provider" must be text' }
  if (!isName(source)) return { problem: '"source" must be text' }
  const receivedMs = timeOf(given.receivedAt)
  if (receivedMs === undefined) return { problem: '"receivedAt" must be an ISO 8601 time' }
  const stated = given.fact
  if (typeof stated !== 'object' || stated === null || Array.isArray(stated)) {
    return { problem: '"fact" must be an object' }
  }
  const problem = problemOf(stated as Given)
  if (problem !== undefined) return { problem }
  // Checked above, field by field.
  const fact = { ...stated, provider: providerName(provider) } as MoneyFact
  const outOfBounds = factProblem(fact)
  if (outOfBounds !== undefined) return { problem: `"fact" cannot be stored: ${outOfBounds}` }
  return {
    fact,
    source,
    receivedMs,
    ...(isName(key) && { key }),
  }
}

const kinds: Readonly<Record<string, (fact: Given) => string | undefined>> = {
  payment: (fact) =>
    amountProblem(fact, 'amountMinor', 'currency') ??
    nullable(fact, ['taxMinor', 'paidAtMs'], isWhole, 'a whole number') ??
    nullable(fact, ['renewal', 'trial'], isBoolean, 'true or false') ??
    nullable(fact, ['product'], isText, 'text') ??
    personProblem(fact),
  refund: (fact) => {
    if (fact.how === 'full') return nullable(fact, ['atMs'], isWhole, 'a whole number')
    if (fact.how === 'list') {
      const isList = Array.isArray(fact.refundIds) && fact.refundIds.every(isName)
      return isList ? undefined : '"fact.refundIds" must be a list of ids'
    }
    if (fact.how !== 'total' && fact.how !== 'single') {
      return '"fact.how" must be full, total, single or list'
    }
    if (fact.how === 'single' && !isName(fact.refundId)) return '"fact.refundId" must be text'
    return (
      amountProblem(fact, 'amountMinor', 'currency') ??
      (isAbsentOr(fact.taxMinor, isWhole) ? undefined : '"fact.taxMinor" must be a whole number') ??
      nullable(fact, ['atMs'], isWhole, 'a whole number')
    )
  },
  dispute: (fact) => {
    if (!isName(fact.disputeId)) return '"fact.disputeId" must be text'
    if (!['opened', 'lost', 'won'].includes(String(fact.state))) {
      return '"fact.state" must be opened, lost or won'
    }
    return nullable(fact, ['amountMinor', 'atMs'], isWhole, 'a whole number')
  },
  fee: (fact) => {
    if (!isName(fact.feeId)) return '"fact.feeId" must be text'
    if (!['payment', 'refund', 'dispute'].includes(String(fact.of))) {
      return '"fact.of" must be payment, refund or dispute'
    }
    if (!areFees(fact.amounts)) return '"fact.amounts" must be whole numbers by kind of fee'
    const isWrong = !isWhole(fact.ofMinor) || !isAbsentOr(fact.bookedMinor, isWhole)
    if (isWrong) return '"fact.ofMinor" and "fact.bookedMinor" must be whole numbers'
    return currencyProblem(fact, 'currency') ?? nullable(fact, ['atMs'], isWhole, 'a whole number')
  },
  same: personProblem,
}

function problemOf(fact: Given): string | undefined {
  const { ids, kind } = fact
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= 50 && ids.every(isName)
  if (!isList) return '"fact.ids" must be a list of at least one id'
  const check = entryOf(kinds, String(kind))
  if (!isAbsentOr(fact.statedMs, isWhole)) return '"fact.statedMs" must be a whole number or null'
  if (!isAbsentOr(fact.referenceVisitorId, isText)) {
    return '"fact.referenceVisitorId" must be text or null'
  }
  return check === undefined
    ? '"fact.kind" must be payment, refund, dispute, fee or same'
    : check(fact)
}

function amountProblem(fact: Given, amount: string, currency: string): string | undefined {
  const value = fact[amount]
  if (!isWhole(value) || (value as number) < 0) {
    return `"fact.${amount}" must be a whole number of minor units`
  }
  return currencyProblem(fact, currency)
}

const feeKinds = ['processing', 'platform', 'currency', 'dispute', 'tax']

function areFees(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(([kind, minor]) => feeKinds.includes(kind) && isWhole(minor))
}

function currencyProblem(fact: Given, currency: string): string | undefined {
  const code = fact[currency]
  const isKnown = typeof code === 'string' && findCurrency(code) === code
  return isKnown ? undefined : `"fact.${currency}" must be an ISO 4217 code such as USD`
}

function personProblem(fact: Given): string | undefined {
  const texts = ['customerId', 'subscriptionId', 'customerEmail', 'visitorId', 'sessionId']
  return (
    nullable(fact, texts, isText, 'text') ??
    nullable(fact, ['metadata'], (value) => typeof value === 'object', 'an object')
  )
}

/** Whether each of some fields is present and null or valid. */
function nullable(
  fact: Given,
  names: readonly string[],
  isRight: (value: unknown) => boolean,
  form: string,
): string | undefined {
  const wrong = names.find(
    (name) => fact[name] === undefined || !(fact[name] === null || isRight(fact[name])),
  )
  return wrong === undefined ? undefined : `"fact.${wrong}" must be ${form} or null`
}

/** Exports of older versions do not have every field. */
function isAbsentOr(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || isRight(value)
}

/** A manual link in an export. */
export function readLink(given: Given): ImportedLink | Problem {
  const { provider, providerPaymentId, visitorId, sessionId } = given
  if (!isName(provider) || !isName(providerPaymentId)) {
    return { problem: '"provider" and "providerPaymentId" must be text' }
  }
  if (visitorId !== null && !isName(visitorId))
    return { problem: '"visitorId" must be text or null' }
  if (sessionId !== null && !isName(sessionId))
    return { problem: '"sessionId" must be text or null' }
  return { provider, providerPaymentId, visitorId, sessionId, isErased: given.erased === true }
}

/** A duplicate in an export. */
export function readDuplicate(given: Given): ImportedDuplicate | Problem {
  const { provider, providerPaymentId, of, by } = given
  if (!isName(provider) || !isName(providerPaymentId)) {
    return { problem: '"provider" and "providerPaymentId" must be text' }
  }
  if (of === null) return { provider, providerPaymentId, of: null }
  const other = typeof of === 'object' ? (of as Given) : {}
  if (!isName(other.provider) || !isName(other.providerPaymentId)) {
    return { problem: '"of" must be null or have "provider" and "providerPaymentId"' }
  }
  if (by !== 'id' && by !== 'email') return { problem: '"by" must be id or email' }
  const repeated = { provider: other.provider, providerPaymentId: other.providerPaymentId }
  return { provider, providerPaymentId, of: { ...repeated, by } }
}

function timeOf(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) || ms > latestTimeMs ? undefined : ms
}

const isWhole = (value: unknown) => Number.isSafeInteger(value)
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isText = (value: unknown) => typeof value === 'string' && value.length <= longest

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest
}
