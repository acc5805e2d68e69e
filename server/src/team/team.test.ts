import { expect, it } from 'vitest'
import type { Account } from '../account.ts'
import { createAccount } from '../accounts/create-account.ts'
import { changeInstallationRole } from '../accounts/installation-role.ts'
import type { SiteRole } from '../accounts/rows/account-rows.ts'
import { saveMembership } from '../accounts/rows/member-rows.ts'
import { commandLine } from '../audit/actor.ts'
import { listAudit } from '../audit/list-audit.ts'
import { createSite } from '../sites/manage-sites.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { dayMs } from '../time/durations.ts'
import { acceptInvitation, invite, listInvitations, showInvitation } from './invitations.ts'
import { changeMember, listMembers, removeMember, type TeamActor } from './members.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)

describeOnControlStores('a team', (stores) => {
  it('keeps one owner, also when two leave at the same instant', async () => {
    const place = await stores.newPlace()
    const [one, other] = [await stores.open(place), await stores.open(place)]
    const { siteId, people } = await aTeam(one, { ana: 'owner', ben: 'owner', eva: 'viewer' })
    const leave = (store: ControlStore, who: Account) =>
      removeMember(store, { siteId, accountId: who.id }, as(who, 'owner'))
    const outcomes = await Promise.allSettled([leave(one, people.ana), leave(other, people.ben)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(String(refused.reason)).toContain('keeps at least one owner')
    const left = await listMembers(one, siteId)
    expect(left.map(({ role }) => role).sort()).toEqual(['owner', 'viewer'])
  })

  it('keeps its last owner from being demoted, except by an owner of the installation', async () => {
    const store = await stores.open()
    const { siteId, people } = await aTeam(store, { ana: 'owner' })
    const place = { siteId, accountId: people.ana.id }
    await expect(changeMember(store, place, 'admin', as(people.ana, 'owner'))).rejects.toThrow(
      'keeps at least one owner',
    )
    const operator = { ...people.ana, id: 'acc_op', installationRole: 'owner' as const }
    await changeMember(store, place, 'admin', as(operator, 'owner'))
    expect((await listMembers(store, siteId)).map(({ role }) => role)).toEqual(['admin'])
  })

  it('lets admins make and remove admins and viewers, but no owners', async () => {
    const store = await stores.open()
    const { siteId, people } = await aTeam(store, { ana: 'owner', ben: 'admin', eva: 'viewer' })
    const ben = as(people.ben, 'admin')
    await changeMember(store, { siteId, accountId: people.eva.id }, 'admin', ben)
    const attempts = await Promise.allSettled([
      changeMember(store, { siteId, accountId: people.eva.id }, 'owner', ben),
      changeMember(store, { siteId, accountId: people.ana.id }, 'viewer', ben),
      removeMember(store, { siteId, accountId: people.ana.id }, ben),
      invite(store, siteId, { email: 'new@shop.example', role: 'owner' }, ben),
    ])
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: { kind: 'forbidden' } })
    }
    await removeMember(store, { siteId, accountId: people.eva.id }, ben)
    const { entries } = await listAudit(store, { siteId })
    expect(entries.map(({ action }) => action).sort()).toEqual(['member.changed', 'member.removed'])
  })

  it('takes an invitation once, only from the invited address, and not when it is old', async () => {
    const store = await stores.open()
    const { siteId, people } = await aTeam(store, { ana: 'owner', eva: 'viewer' })
    const ana = as(people.ana, 'owner')
    const input = { email: 'Ben@Shop.Example', role: 'admin' as const }
    const first = await invite(store, siteId, input, ana)
    const { token } = await invite(store, siteId, input, ana)
    expect((await listInvitations(store, siteId)).map(({ email }) => email)).toEqual([
      'ben@shop.example',
    ])
    const closed = 'used or revoked, or is too old'
    const password = 'a river with two arms'
    const accept = (given: string, account?: Account, atMs = nowMs) =>
      acceptInvitation(store, { token: given, account, password, canVerifyEmail: false }, atMs)
    await expect(accept(first.token)).rejects.toThrow(closed)
    await expect(accept(token, undefined, nowMs + 7 * dayMs)).rejects.toThrow(closed)
    await expect(accept(token, people.eva)).rejects.toThrow('is for ben@shop.example')
    const both = await Promise.allSettled([accept(token), accept(token)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(showInvitation(store, token, nowMs)).rejects.toThrow(closed)
    const roles = (await listMembers(store, siteId)).map(({ email, role }) => [email, role])
    expect(roles).toContainEqual(['ben@shop.example', 'admin'])
    await expect(invite(store, siteId, input, ana)).rejects.toThrow('already')
  })

  it('gives a link no power over an account that exists', async () => {
    const store = await stores.open()
    const { siteId, people } = await aTeam(store, { ana: 'owner' })
    const eva = await aMember(store, 'eva')
    const input = { email: eva.email, role: 'viewer' as const }
    const { token } = await invite(store, siteId, input, as(people.ana, 'owner'))
    const canVerifyEmail = false
    const acceptance = { token, account: undefined, password: 'another password', canVerifyEmail }
    await expect(acceptInvitation(store, acceptance, nowMs)).rejects.toThrow('has an account')
    const signedIn = { token, account: eva, password: undefined, canVerifyEmail }
    await acceptInvitation(store, signedIn, nowMs)
    expect((await listMembers(store, siteId)).map(({ role }) => role)).toEqual(['owner', 'viewer'])
  })

  it('is shown with the owners of the installation, of whom one stays', async () => {
    const store = await stores.open()
    const { siteId } = await aTeam(store, {})
    const audit = { by: commandLine, nowMs }
    const email = 'op@shop.example'
    await createAccount(store.db, nowMs, { email, passwordHash: '' })
    expect(await listMembers(store, siteId)).toMatchObject([
      { email, role: 'owner', isInstallationOwner: true },
    ])
    const demoted = changeInstallationRole(store, { email, role: 'member' }, audit)
    await expect(demoted).rejects.toThrow('keeps at least one owner')
    await aMember(store, 'next')
    const next = { email: 'next@shop.example', role: 'owner' as const }
    await changeInstallationRole(store, next, audit)
    await changeInstallationRole(store, { email, role: 'member' }, audit)
    expect(await listMembers(store, siteId)).toMatchObject([{ email: 'next@shop.example' }])
  })
})

function as(account: Account, role: SiteRole): TeamActor {
  return { account, role, nowMs }
}

function aMember({ db }: ControlStore, name: string): Promise<Account> {
  const email = `${name}@shop.example`
  return createAccount(db, nowMs, { email, passwordHash: '', installationRole: 'member' })
}

async function aTeam<Name extends string>(store: ControlStore, roles: Record<Name, SiteRole>) {
  const { id: siteId } = await createSite(store.db, nowMs, { domains: ['shop.example'] })
  const people = {} as Record<Name, Account>
  for (const [name, role] of Object.entries<SiteRole>(roles)) {
    const account = await aMember(store, name)
    people[name as Name] = account
    await saveMembership(store.db, { siteId, accountId: account.id, role })
  }
  return { siteId, people }
}
