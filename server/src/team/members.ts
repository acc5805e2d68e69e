import type { Account } from '../account.ts'
import type { SiteRole } from '../accounts/rows/account-rows.ts'
import {
  countSiteOwners,
  deleteMembership,
  listMemberRows,
  type MemberRow,
  saveMembership,
} from '../accounts/rows/member-rows.ts'
import { personActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../errors.ts'
import type { ControlStore } from '../store/control/control-store.ts'

/** The person who changes a site's team, with their role there. */
export interface TeamActor {
  account: Account
  role: SiteRole
  nowMs: number
}

interface Place {
  siteId: string
  accountId: string
}

/** Everybody who may see a site, including the installation's owners. */
export function listMembers({ db }: ControlStore, siteId: string): Promise<MemberRow[]> {
  return listMemberRows(db, siteId)
}

/** Changes a member's role, never to one above the actor's own. */
export async function changeMember(
  store: ControlStore,
  place: Place,
  role: SiteRole,
  actor: TeamActor,
): Promise<void> {
  refuseAbove(role, actor)
  await store.transaction(async (db) => {
    const member = await getMember(db, place)
    refuseAbove(member.role, actor)
    if (member.role === role) return
    if (role !== 'owner') await keepOneOwner(db, place, member, actor)
    await saveMembership(db, { ...place, role })
    await recordAudit(db, actor.nowMs, {
      action: 'member.changed',
      by: personActor(actor.account),
      siteId: place.siteId,
      object: { id: member.accountId, name: member.email },
      changes: { role: [member.role, role] },
    })
  })
}

/** Removes a member from a site, or lets one leave; their account stays. */
export async function removeMember(
  store: ControlStore,
  place: Place,
  actor: TeamActor,
): Promise<void> {
  await store.transaction(async (db) => {
    const member = await getMember(db, place)
    refuseAbove(member.role, actor)
    await keepOneOwner(db, place, member, actor)
    await deleteMembership(db, place)
    await recordAudit(db, actor.nowMs, {
      action: actor.account.id === place.accountId ? 'member.left' : 'member.removed',
      by: personActor(actor.account),
      siteId: place.siteId,
      object: { id: member.accountId, name: member.email },
      changes: { role: [member.role, null] },
    })
  })
}

/** No member can grant, change or remove a role above their own. */
export function refuseAbove(role: SiteRole, { role: own }: Pick<TeamActor, 'role'>): void {
  if (role !== 'owner' || own === 'owner') return
  throw new AppError('forbidden', 'Only an owner of this site may make, change or remove owners')
}

type Handle = Parameters<Parameters<ControlStore['transaction']>[0]>[0]

async function getMember(db: Handle, { siteId, accountId }: Place): Promise<MemberRow> {
  const found = (await listMemberRows(db, siteId)).find((one) => one.accountId === accountId)
  if (found === undefined) throw new AppError('not-found', 'Member not found')
  if (found.isInstallationOwner) {
    const words = 'An owner of the installation is an owner of every site'
    throw new AppError('conflict', words)
  }
  return found
}

/**
 * A site with its own owners keeps at least one of them. Only an owner of the installation, who would own the site
 * then, may remove the last one.
 */
async function keepOneOwner(
  db: Handle,
  { siteId }: Place,
  member: MemberRow,
  { account }: TeamActor,
): Promise<void> {
  if (member.role !== 'owner' || account.installationRole === 'owner') return
  if ((await countSiteOwners(db, siteId)) > 1) return
  throw new AppError(
    'conflict',
    'A site keeps at least one owner. Make somebody else an owner first.',
  )
}
