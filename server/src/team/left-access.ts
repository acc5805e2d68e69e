import type { AuditAction } from '@tributary/contract/app/audit.ts'
import type {
  AccessRevocation,
  AppFormerMember,
  AppLeftAccess,
} from '@tributary/contract/app/team.ts'
import type { Account } from '../account.ts'
import { listMemberRows } from '../accounts/rows/member-rows.ts'
import { listAlertHooks } from '../alerts/hook-rows.ts'
import { removeHook } from '../alerts/manage-hooks.ts'
import { personActor } from '../audit/actor.ts'
import { listDepartures, listDoers } from '../audit/audit-rows.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import {
  type EndpointStore,
  listEndpoints,
  removeEndpoint,
} from '../payments/webhooks/manage-endpoints.ts'
import { listShares, revokeShare } from '../sharing/manage-shares.ts'
import type { ApiKeys } from '../sites/api-keys.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'

/** Where the things of a site are stored. */
/** Things whose secrets a former member may know. */
export interface AccessStore {
  control: ControlStore
  secrets: Secrets
  clock: Clock
  apiKeys: ApiKeys
  webhookStore: EndpointStore
}

/** A person of a site, who need not be a member any more. */
interface Place {
  siteId: string
  accountId: string
}

/** After these actions their author knows the secret. */
const makingActions: readonly AuditAction[] = [
  'key.made',
  'key.rolled',
  'share.made',
  'alert-webhook.added',
  'alert-webhook.secret-changed',
  'provider.added',
  'provider.secret-changed',
]

/**
 * The keys, links and webhooks of a site that a person created or saw the secret of, and those whose creator the
 * audit log does not name any more. They keep working when the person leaves.
 */
export async function listLeftAccess(
  services: AccessStore,
  { siteId, accountId }: Place,
): Promise<AppLeftAccess[]> {
  return (await listKnownAccess(services, siteId)).flatMap(({ createdMs, knownTo, ...item }) => {
    if (knownTo !== undefined && !knownTo.has(accountId)) return []
    const madeBy = knownTo === undefined ? ('unknown' as const) : ('member' as const)
    return [{ ...item, createdAt: new Date(createdMs).toISOString(), madeBy }]
  })
}

/** The people who are no longer members of a site, the latest first, with their remaining access. */
export async function listFormerMembers(
  services: AccessStore,
  siteId: string,
): Promise<AppFormerMember[]> {
  const { db } = services.control
  const [departures, members, access] = await Promise.all([
    listDepartures(db, siteId, ['member.removed', 'member.left']),
    listMemberRows(db, siteId),
    listKnownAccess(services, siteId),
  ])
  const present = new Set(members.map(({ accountId }) => accountId))
  return departures
    .filter(({ accountId }) => !present.has(accountId))
    .map(({ accountId, email, atMs }) => ({
      accountId,
      email,
      leftAt: new Date(atMs).toISOString(),
      leftAccess: access.filter(({ knownTo }) => knownTo?.has(accountId)).length,
    }))
}

/** Revokes some of what `listLeftAccess` lists; if anything else is named, nothing is revoked. */
export async function revokeLeftAccess(
  services: AccessStore,
  place: Place,
  { items, account }: AccessRevocation & { account: Account },
): Promise<void> {
  const left = await listLeftAccess(services, place)
  const isListed = (item: AccessRevocation['items'][number]) =>
    left.some(({ kind, id }) => kind === item.kind && id === item.id)
  if (!items.every(isListed))
    throw new AppError('not-found', 'Not found among what this person made')
  for (const { kind, id } of items) {
    await enders[kind](services, { siteId: place.siteId, id }, account)
  }
}

type Listed = Omit<AppLeftAccess, 'createdAt' | 'madeBy'> & { createdMs: number }

/** Everything of a site that works now, with the accounts that know its secret, as far as the audit log shows. */
async function listKnownAccess(services: AccessStore, siteId: string) {
  const doers = Map.groupBy(
    await listDoers(services.control.db, siteId, makingActions),
    ({ objectId }) => objectId,
  )
  return (await listAccess(services, siteId)).map((item) => {
    const known = doers.get(item.id)
    return { ...item, knownTo: known && new Set(known.map(({ actorId }) => actorId)) }
  })
}

/** Everything of a site that works now. */
async function listAccess(services: AccessStore, siteId: string): Promise<Listed[]> {
  const { control, clock, apiKeys, webhookStore } = services
  const nowMs = clock.now()
  const isOpen = (endMs: number | null | undefined) => endMs == null || nowMs < endMs
  const [keys, shares, hooks, endpoints] = await Promise.all([
    apiKeys.list(siteId),
    listShares(control, siteId),
    listAlertHooks(control.db, siteId),
    listEndpoints(webhookStore, siteId),
  ])
  return [
    ...keys
      .filter(({ revokedMs, expiresMs }) => revokedMs === undefined && isOpen(expiresMs))
      .map((key) => ({ ...pick(key), kind: 'api-key' as const })),
    ...shares
      .filter(({ expiresMs }) => isOpen(expiresMs))
      .map((share) => ({ ...pick(share), kind: 'share-link' as const })),
    ...hooks.map(({ id, name, created_ms: createdMs }) => ({
      ...{ id, name, createdMs },
      kind: 'alert-webhook' as const,
    })),
    ...endpoints
      .filter(({ removedMs }) => removedMs === null)
      .map(({ id, provider: { title: name }, createdMs }) => ({
        ...{ id, name, createdMs },
        kind: 'provider' as const,
      })),
  ]
}

const pick = ({ id, name, createdMs }: { id: string; name: string; createdMs: number }) => ({
  ...{ id, name, createdMs },
})

type End = (
  services: AccessStore,
  place: { siteId: string; id: string },
  by: Account,
) => Promise<void>

/** How each kind is revoked, with its entry in the audit log. */
const enders: Record<AppLeftAccess['kind'], End> = {
  async 'api-key'({ apiKeys, control, clock }, { siteId, id }, by) {
    const { name } = await apiKeys.revoke(siteId, id)
    const entry = {
      action: 'key.revoked',
      by: personActor(by),
      siteId,
      object: { id, name },
    } as const
    await recordAudit(control.db, clock.now(), entry)
  },
  'share-link': ({ control, clock }, place, account) =>
    revokeShare(control, place, { account, nowMs: clock.now() }),
  'alert-webhook': (services, place, account) =>
    removeHook(services, place, { by: personActor(account), nowMs: services.clock.now() }),
  async provider({ webhookStore, control, clock }, { siteId, id }, by) {
    const { provider } = await removeEndpoint(webhookStore, id, clock.now())
    const object = { id, name: provider.title }
    const entry = { action: 'provider.removed', by: personActor(by), siteId, object } as const
    await recordAudit(control.db, clock.now(), entry)
  },
}
