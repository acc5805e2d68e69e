import type { ControlStore } from '../../store/control/control-store.ts'
import { paymentEntries } from '../delivery/payment-entries.ts'
import type { Payment } from '../rows/payment.ts'
import { mergePayments } from '../rows/payment-merges.ts'
import { listRefunds } from '../rows/payment-parts.ts'
import { lockPayments } from '../rows/payment-rows.ts'

type Db = ControlStore['db']

export interface Joined {
  paymentId: string
  /** The stored payment, locked; none when there are only facts so far. */
  current: Payment | undefined
  /** Payments that turned out to be this one. */
  merged: Payment[]
}

/**
 * Merges the `owners` of each entry, which turned out to be one payment. The one that was recorded first keeps its
 * id; without owners the payment is new. No owner may be in two entries.
 */
export async function joinPayments<Wanted extends { owners: readonly string[]; newId: string }>(
  db: Db,
  siteId: string,
  wanted: readonly Wanted[],
): Promise<(Wanted & Joined)[]> {
  const locked = await lockPayments(
    db,
    wanted.flatMap(({ owners }) => owners),
  )
  const joined: (Wanted & Joined)[] = []
  for (const one of wanted) {
    const found = one.owners.map((id) => ({ id, payment: locked.get(id) }))
    const [oldest, ...others] = found.sort(
      (a, b) => sinceMs(a) - sinceMs(b) || (a.id < b.id ? -1 : 1),
    )
    for (const other of others) await mergeInto(db, siteId, oldest?.id ?? one.newId, other)
    joined.push({
      ...one,
      paymentId: oldest?.id ?? one.newId,
      current: oldest?.payment,
      merged: others.flatMap(({ payment }) => payment ?? []),
    })
  }
  return joined
}

interface Owner {
  id: string
  payment: Payment | undefined
}

function sinceMs({ payment }: Owner): number {
  return payment?.receivedMs ?? Number.MAX_SAFE_INTEGER
}

async function mergeInto(db: Db, siteId: string, into: string, { id, payment }: Owner) {
  const refunds = payment && (await listRefunds(db, [id])).get(id)
  await mergePayments(db, into, {
    oldId: id,
    siteId,
    entryIds: payment ? paymentEntries(payment, refunds ?? []).map((entry) => entry.entryId) : [],
    revision: (payment?.revision ?? 0) + 1,
  })
}
