import { AppError } from '../errors.ts'
import {
  type DatedIdentity,
  findSealedEmail,
  listIdentitiesAfter,
} from '../identities/identity-rows.ts'
import { customerEmailPurpose, type KnownFact, type Person } from '../payments/ledger/known-fact.ts'
import {
  listFactsAfter,
  listHeldPayments,
  listMarkedPayments,
  type PaymentFacts,
} from '../payments/rows/export-rows.ts'
import type { FactRow } from '../payments/rows/payment-facts.ts'
import { findPayments } from '../payments/rows/remove-payment.ts'
import type { DuplicateLine, FactLine, IdentityLine, LinkLine } from './export-format.ts'
import type { ExportSources } from './export-sources.ts'

/** Rows read at once. */
const pageRows = 500

interface Page<Line> {
  lines: Line[]
  /** After what to continue. */
  next: string
}

type Ledger = Pick<ExportSources, 'control' | 'secrets'>

interface Days {
  from?: string | undefined
  to?: string | undefined
}

/**
 * The identities of visitors. An e-mail address is included if a payment contained it; otherwise only its hash is
 * known.
 */
export async function* exportIdentities(
  ledger: Ledger,
  siteId: string,
  after?: string,
): AsyncGenerator<Page<IdentityLine>> {
  let [visitorId = '', kind = '', value = ''] = readNames(after)
  for (;;) {
    const place = { visitorId, kind, value }
    const rows = await listIdentitiesAfter(ledger.control.db, siteId, place, pageRows)
    const last = rows.at(-1)
    if (last === undefined) return
    const lines: IdentityLine[] = []
    for (const row of rows) lines.push(await identityLine(ledger, row))
    yield { lines, next: JSON.stringify([last.visitorId, last.kind, last.value]) }
    if (rows.length < pageRows) return
    ;({ visitorId, kind, value } = last)
  }
}

function readNames(after: string | undefined): string[] {
  if (after === undefined) return []
  try {
    const names: unknown = JSON.parse(after)
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names
  } catch {
    // It is refused below, like any other invalid one.
  }
  throw new AppError('invalid', 'cursor must be that of a checkpoint line of an export')
}

async function identityLine(
  { control, secrets }: Ledger,
  { siteId, firstSeenMs, lastSeenMs, ...identity }: DatedIdentity,
): Promise<IdentityLine> {
  const sealed =
    identity.kind === 'email'
      ? await findSealedEmail(control.db, siteId, identity.value)
      : undefined
  return {
    type: 'identity',
    ...identity,
    ...(sealed !== undefined && { email: secrets.open(customerEmailPurpose(siteId), sealed) }),
    firstSeenAt: new Date(firstSeenMs).toISOString(),
    lastSeenAt: new Date(lastSeenMs).toISOString(),
  }
}

/** All facts about the payments of some UTC days: a payment's refunds go with the payment. */
export async function* exportPayments(
  ledger: Ledger,
  siteId: string,
  days: Days,
  after = '',
): AsyncGenerator<Page<FactLine>> {
  for (let next = after; ; ) {
    const page = await listFactsAfter(ledger.control.db, siteId, next, pageRows)
    const last = page.at(-1)
    if (last === undefined) return
    next = last.paymentId
    const lines = page
      .filter((payment) => isWithin(momentOf(payment), days))
      .flatMap(({ provider, facts }) =>
        // The rows contain what `toKnownFact` made.
        facts.map((fact) => factLine(ledger, siteId, provider, fact as FactRow & KnownFact)),
      )
    yield { lines, next }
  }
}

function factLine(
  { secrets }: Ledger,
  siteId: string,
  provider: string,
  { key, source, receivedMs, money, person }: KnownFact,
): FactLine {
  const takesPerson = money.kind === 'payment' || money.kind === 'same'
  return {
    type: 'payment',
    provider,
    source,
    receivedAt: new Date(receivedMs).toISOString(),
    key,
    fact: { ...money, ...(takesPerson && personFields(secrets, siteId, person)) },
  }
}

function personFields(secrets: ExportSources['secrets'], siteId: string, person: Person | null) {
  const { customerEmail = null, emailHash: _hash, ...named } = person ?? {}
  return {
    customerId: null,
    subscriptionId: null,
    visitorId: null,
    sessionId: null,
    metadata: null,
    ...named,
    customerEmail:
      customerEmail === null ? null : secrets.open(customerEmailPurpose(siteId), customerEmail),
  }
}

/** When the money moved, if stated; a refund without its payment only has the time of its report. */
function momentOf({ facts }: PaymentFacts): number {
  const stated = (facts as (FactRow & KnownFact)[]).flatMap(({ money }) =>
    money.kind === 'payment' && money.paidAtMs !== null ? [money.paidAtMs] : [],
  )
  return Math.min(...(stated.length > 0 ? stated : facts.map(({ receivedMs }) => receivedMs)))
}

/** The links that no rule would find again. */
export async function* exportLinks(
  { control }: Ledger,
  siteId: string,
  days: Days,
): AsyncGenerator<LinkLine[]> {
  for (let after = ''; ; ) {
    const payments = await listHeldPayments(control.db, siteId, after, pageRows)
    const last = payments.at(-1)
    if (last === undefined) return
    after = last.id
    yield payments
      .filter(({ paidAtMs }) => isWithin(paidAtMs, days))
      .map(({ provider, providerPaymentId, link, erasedMs }) => ({
        type: 'link',
        provider,
        providerPaymentId,
        visitorId: link.visitorId,
        sessionId: link.sessionId,
        ...(erasedMs !== null && { erased: true as const }),
      }))
  }
}

/** Which payments are duplicates, and which ones a person counts all the same. */
export async function* exportDuplicates(
  { control }: Ledger,
  siteId: string,
  days: Days,
): AsyncGenerator<DuplicateLine[]> {
  for (let after = ''; ; ) {
    const payments = await listMarkedPayments(control.db, siteId, after, pageRows)
    const last = payments.at(-1)
    if (last === undefined) return
    after = last.id
    const repeated = payments.flatMap(({ duplicate }) => duplicate?.paymentId ?? [])
    const counted = new Map(
      (await findPayments(control.db, [...new Set(repeated)])).map((one) => [one.id, one]),
    )
    yield payments
      .filter(({ paidAtMs }) => isWithin(paidAtMs, days))
      .map(({ provider, providerPaymentId, duplicate }) => {
        const of = duplicate && counted.get(duplicate.paymentId)
        return {
          ...{ type: 'duplicate', provider, providerPaymentId },
          of: of ? { provider: of.provider, providerPaymentId: of.providerPaymentId } : null,
          by: of && duplicate ? duplicate.by : null,
        } as const
      })
  }
}

function isWithin(ms: number, { from, to }: Days): boolean {
  const day = new Date(ms).toISOString().slice(0, 10)
  return (from === undefined || day >= from) && (to === undefined || day <= to)
}
