import { isDeepStrictEqual } from 'node:util'
import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import {
  confirmDuplicates,
  findPrimaryProvider,
  listAliasesOfPayments,
  listDuplicatesDue,
  listDuplicatesOf,
  listEqualPayments,
} from '../rows/duplicate-rows.ts'
import type { DuplicateOf, Payment } from '../rows/payment.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import { addHistory } from '../rows/payment-parts.ts'
import { lockPayment, savePayment } from '../rows/payment-rows.ts'
import { findPayments } from '../rows/remove-payment.ts'
import { type Comparable, pairDuplicates, sameMoney, sameMoneyWithinMs } from './pair-duplicates.ts'

type Db = ControlStore['db']

/** More payments of one customer and amount than this within days are a test, not a purchase. */
const mostCompared = 200
const equalsAtOnce = 100

/** Metadata keys in which shops store the number of the order that a payment pays. */
const orderKeys = ['order_id', 'woocommerce_order_id', 'shopify_order_id']

/**
 * Compares payments of a site, before and after a change, with all that may be the same money, and stores what each
 * is a duplicate of. Does nothing for sites that never named a primary provider.
 */
export async function markDuplicates(
  db: Db,
  payments: readonly (readonly Payment[])[],
  nowMs: number,
): Promise<void> {
  const siteId = payments[0]?.[0]?.siteId
  if (siteId === undefined) return
  const primary = await findPrimaryProvider(db, siteId)
  for (const seeds of payments) {
    const hasMark = seeds.some(({ duplicate }) => duplicate !== null)
    if (primary === null && !hasMark) continue
    const repeats = await listDuplicatesOf(db, [...new Set(seeds.map(({ id }) => id))])
    const family = await familyOf(db, [...seeds, ...repeats])
    const found = primary === null ? new Map() : pairDuplicates(primary, family)
    for (const { payment } of family) {
      const duplicate = await keptOf(db, payment, primary, found.get(payment.id) ?? null)
      if (!isDeepStrictEqual(duplicate, payment.duplicate)) {
        await saveDuplicate(db, { paymentId: payment.id, duplicate, nowMs })
      }
    }
  }
}

/** Compares up to `most` payments that are due. Returns whether some are left. */
export async function markDueDuplicates(
  control: ControlStore,
  nowMs: number,
  most: number,
): Promise<boolean> {
  const ids = await listDuplicatesDue(control.db, most)
  for (const id of ids) await control.run(compareDue, { id, nowMs })
  return ids.length === most
}

export const compareDue = command(
  'compare-due-duplicate',
  async (db, { id, nowMs }: { id: string; nowMs: number }) => {
    const [payment] = await findPayments(db, [id])
    if (payment !== undefined) await markDuplicates(db, [[payment]], nowMs)
    await confirmDuplicates(db, [id])
  },
)

/** All payments that equal one of these, or one that does, and so on. */
async function familyOf(db: Db, seeds: readonly Payment[]): Promise<Comparable[]> {
  const known = new Map<string, Comparable>()
  let next = [...seeds]
  while (next.length > 0 && known.size < mostCompared) {
    const current = await findPayments(db, [...new Set(next.map(({ id }) => id))])
    for (const one of await comparable(db, current)) known.set(one.payment.id, one)
    // The payment before its change had equals too.
    const from = await comparable(db, next)
    const found: Payment[] = []
    for (const one of from) {
      const near = await equalsOf(db, one)
      const equal = (await comparable(db, near)).filter((other) => sameMoney(one, other) !== null)
      found.push(...equal.map(({ payment }) => payment))
    }
    next = found.filter(({ id }) => !known.has(id))
  }
  return [...known.values()]
}

function equalsOf(db: Db, { payment, ids }: Comparable): Promise<Payment[]> {
  if (payment.amountMinor <= 0) return Promise.resolve([])
  return listEqualPayments(
    db,
    { ...payment, withinMs: sameMoneyWithinMs },
    { emailHash: payment.emailHash, aliases: [...ids], namesOrder: true },
    equalsAtOnce,
  )
}

async function comparable(db: Db, payments: readonly Payment[]): Promise<Comparable[]> {
  const aliases = await listAliasesOfPayments(db, [...new Set(payments.map(({ id }) => id))])
  return payments.map((payment) => {
    const orders = orderKeys.flatMap((key) => orderIn(payment.metadata, key) ?? [])
    return { payment, ids: new Set([...(aliases.get(payment.id) ?? []), ...orders]) }
  })
}

function orderIn(metadata: Payment['metadata'], key: string): string | undefined {
  const value = metadata !== null && Object.hasOwn(metadata, key) ? metadata[key] : undefined
  const isId = typeof value === 'string' || typeof value === 'number'
  return isId && String(value).trim() !== '' ? String(value).trim() : undefined
}

/** An erased person has no address to compare by: the earlier result stays as long as it can be true. */
async function keptOf(
  db: Db,
  payment: Payment,
  primary: string | null,
  found: DuplicateOf | null,
): Promise<DuplicateOf | null> {
  const { duplicate } = payment
  if (found !== null || duplicate === null || payment.isCountedByHand) return found
  const [repeated] = await findPayments(db, [duplicate.paymentId])
  if (repeated === undefined || repeated.provider !== primary) return null
  if (payment.erasedMs === null && repeated.erasedMs === null) return null
  const { amountMinor, currency } = repeated
  return amountMinor === payment.amountMinor && currency === payment.currency ? duplicate : null
}

interface Duplicate {
  paymentId: string
  duplicate: DuplicateOf | null
  nowMs: number
}

export const saveDuplicateCommand = command('save-duplicate', saveDuplicate)

async function saveDuplicate(db: Db, { paymentId, duplicate, nowMs }: Duplicate): Promise<void> {
  const payment = await lockPayment(db, paymentId)
  if (payment === undefined) return
  const saved = { ...payment, duplicate, revision: payment.revision + 1, updatedMs: nowMs }
  await savePayment(db, saved)
  const details = { field: 'duplicate', from: payment.duplicate, to: duplicate }
  await addHistory(db, paymentId, [{ atMs: nowMs, source: 'ledger', kind: 'changed', details }])
  await enqueuePayments(db, [saved])
}

/**
 * Marks a payment as the duplicate it was on the site it was exported from. The ledger decides again if it can
 * compare it; it cannot if the payment is only known by an erased person.
 */
export async function markAsDuplicate(
  control: ControlStore,
  paymentId: string,
  duplicate: DuplicateOf,
  nowMs: number,
): Promise<void> {
  await control.run(saveDuplicateCommand, { paymentId, duplicate, nowMs })
}

/**
 * Stores a person's decision about payments: they count even though they are duplicates, or the ledger decides again.
 * Returns those that this changed.
 */
export async function countByHand(
  control: ControlStore,
  { siteId, paymentIds, nowMs }: { siteId: string; paymentIds: readonly string[]; nowMs: number },
  by: { accountId: string; count: boolean },
): Promise<string[]> {
  const changed: string[] = []
  for (const paymentId of new Set(paymentIds)) {
    if (await control.run(countPayment, { siteId, paymentId, nowMs, by })) changed.push(paymentId)
  }
  return changed
}

interface Counting {
  siteId: string
  paymentId: string
  nowMs: number
  by: { accountId: string; count: boolean }
}

/** Returns whether that changed something. */
export const countPayment = command(
  'count-payment',
  async (db, { siteId, paymentId, nowMs, by }: Counting) => {
    const payment = await lockPayment(db, paymentId)
    if (payment?.siteId !== siteId || payment.isCountedByHand === by.count) return false
    const revision = payment.revision + 1
    const saved = { ...payment, isCountedByHand: by.count, revision, updatedMs: nowMs }
    await savePayment(db, saved)
    const details = { field: 'counted', from: payment.isCountedByHand, to: by.count }
    const source = `person:${by.accountId}`
    await addHistory(db, paymentId, [{ atMs: nowMs, source, kind: 'changed', details }])
    await enqueuePayments(db, [saved])
    await markDuplicates(db, [[saved]], nowMs)
    return true
  },
)
