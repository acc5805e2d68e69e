import type { AuditAction } from '@tributary/contract/app/audit.ts'
import type { ActionAuthor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { providerName } from '../../data/provider-name.ts'
import { AppError } from '../../errors.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { openCredentials } from '../connections/connection.ts'
import { apiOf } from '../connections/manage-connections.ts'
import { ProviderApiError } from '../connections/provider-api.ts'
import { recordChanges } from '../connections/record-changes.ts'
import type { Syncing } from '../connections/sync-connections.ts'
import { refoldPayment } from '../ledger/refold-payments.ts'
import type { ConnectionRow } from '../rows/connection-rows.ts'
import { listConnectionRows } from '../rows/connection-rows.ts'
import { compareAccount } from './compare-accounts.ts'
import { deleteDecision, saveDecision } from './decision-rows.ts'
import { reconcile } from './reconcile.ts'
import type { Decision, Item } from './reconcile-days.ts'

/** One difference: its account, and the day on which it is shown. */
export interface ItemPlace {
  siteId: string
  provider: string
  day: string
  itemId: string
}

export const noSuchItem = 'There is no such difference on this day'

/** Leaves a difference out of both totals, or explains it. Reports do not change. */
export async function decideItem(
  control: ControlStore,
  place: ItemPlace,
  { decision, note }: Pick<Decision, 'decision' | 'note'>,
  { by, nowMs }: ActionAuthor,
): Promise<void> {
  const { account, item } = await getItem(control, place)
  const stored = { decision, note, decidedBy: by.name || by.kind, decidedMs: Math.floor(nowMs) }
  await control.transaction(async (db) => {
    await saveDecision(db, place, stored)
    await audit(db, `reconciliation.${decision}`, { place, item, note }, { by, nowMs })
  })
  await compareAccount(control, account, nowMs)
}

/** Reverts a decision: the difference counts again. */
export async function undoDecision(
  control: ControlStore,
  place: ItemPlace,
  { by, nowMs }: ActionAuthor,
): Promise<void> {
  const { account, item } = await getItem(control, place)
  await control.transaction(async (db) => {
    const before = await deleteDecision(db, place)
    if (before === undefined) throw new AppError('not-found', 'Nothing was decided about this')
    const subject = { place, item, note: before.note }
    await audit(db, 'reconciliation.reopened', subject, { by, nowMs })
  })
  await compareAccount(control, account, nowMs)
}

/**
 * Records a difference's payment as the provider's account states it, like its webhooks would have. Returns whether
 * the difference is gone.
 */
export async function bringIn(
  { connections, ledger, payments }: Syncing,
  place: ItemPlace,
  { by, nowMs }: ActionAuthor,
): Promise<boolean> {
  const { control } = ledger
  const { account, item } = await getItem(control, place)
  const api = apiOf(connections, account.provider)
  const credentials = openCredentials(connections.secrets, account)
  const changes = await api.readPayment(credentials, item.ref).catch((error: unknown) => {
    if (!(error instanceof ProviderApiError)) throw error
    const message = `${api.title} could not be asked about this payment (${error.message})`
    throw new AppError('unavailable', message, { retryAfterSeconds: 60 })
  })
  if (!(await recordChanges(ledger, account, changes, nowMs))) {
    throw new AppError('conflict', 'The account’s key was changed meanwhile. Try again.')
  }
  const { paymentId } = (await findItem(control, account, place)) ?? { paymentId: null }
  if (paymentId !== null) {
    // All of it was recorded before, so nothing was computed: the stored payment itself may be wrong.
    const source = `sync:${account.provider}`
    await control.run(refoldPayment, { paymentId, nowMs, source })
  }
  payments.wake()
  await audit(control.db, 'reconciliation.brought-in', { place, item, note: '' }, { by, nowMs })
  await compareAccount(control, account, nowMs)
  return (await findItem(control, account, place)) === undefined
}

/** A site's account at a provider, by the provider's name. */
export async function getAccount(
  { db }: Pick<ControlStore, 'db'>,
  siteId: string,
  provider: string,
): Promise<ConnectionRow> {
  const name = providerName(provider)
  const found = (await listConnectionRows(db, siteId)).find((row) => row.provider === name)
  if (found !== undefined) return found
  throw new AppError('not-found', `This site is not connected with an account at ${name}`)
}

async function getItem(control: ControlStore, place: ItemPlace) {
  const account = await getAccount(control, place.siteId, place.provider)
  const item = await findItem(control, account, place)
  if (item === undefined) throw new AppError('not-found', noSuchItem)
  return { account, item }
}

async function findItem(
  control: ControlStore,
  account: ConnectionRow,
  { day, itemId }: ItemPlace,
): Promise<Item | undefined> {
  const lines = await reconcile(control, account, { from: day, to: day })
  return lines.flatMap(({ items }) => items).find(({ id }) => id === itemId)
}

function audit(
  db: ControlStore['db'],
  action: AuditAction,
  { place, item, note }: { place: ItemPlace; item: Item; note: string },
  { by, nowMs }: ActionAuthor,
): Promise<void> {
  return recordAudit(db, nowMs, {
    ...{ action, by, siteId: place.siteId },
    object: { id: item.paymentId, name: item.ref },
    changes: { day: [null, place.day], ...(note !== '' && { note: [null, note] }) },
  })
}
