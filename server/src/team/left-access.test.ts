import type { AppLeftAccess } from '@tributary/contract/app/team.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAccountByEmail } from '../accounts/rows/account-rows.ts'
import { saveMembership } from '../accounts/rows/member-rows.ts'
import { aPerson, type PersonHeaders } from '../test/a-person.ts'
import type { TestServer } from '../test/server.ts'
import { describeOnServers } from '../test/server-stores.ts'
import { removeMember } from './members.ts'

describeOnServers('the access that a person leaves behind', (start) => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  async function ask(method: string, path: string, headers: PersonHeaders, body?: object) {
    const reply = await server.request(method, `/api/app/sites/${path}`, {
      headers,
      ...(body && { body }),
    })
    return { ...reply, data: (reply.body as { data?: Record<string, unknown> }).data ?? {} }
  }

  /** A person of a site, with their id. */
  async function aMember(siteId: string, role: string) {
    const email = `${role}${Math.random()}@shop.example`
    const headers = await aPerson(server.services, { role, siteId, email })
    const account = await findAccountByEmail(server.services.control.db, email)
    if (account === undefined) throw new Error('there is no such account')
    return { headers, account }
  }

  /** Creates one of each on a site; the first result is the key's token. */
  async function makeAll(siteId: string, headers: PersonHeaders): Promise<string> {
    const key = await ask('POST', `${siteId}/keys`, headers, {
      name: 'Key',
      scopes: ['goals:write'],
    })
    const share = { name: 'Link', panels: ['figures'], showsMoney: false }
    const hook = { name: 'Hook', format: 'json', url: 'https://hooks.example/x' }
    const provider = { provider: 'stripe', secret: 'whsec_0123456789abcdef' }
    for (const [path, body] of [
      ['shares', share],
      ['alerts/hooks', hook],
      ['webhooks', provider],
    ] as const) {
      expect((await ask('POST', `${siteId}/${path}`, headers, body)).status, path).toBe(200)
    }
    return String(key.data.token)
  }

  describe('a person who leaves', () => {
    it('is listed with the keys, links and webhooks that they made, and loses those that are chosen', async () => {
      const { site, key: unknownKey } = await server.aSite()
      const owner = await aMember(site.id, 'owner')
      const leaver = await aMember(site.id, 'admin')
      const token = await makeAll(site.id, leaver.headers)
      await makeAll(site.id, owner.headers)
      const actor = { account: owner.account, role: 'owner', nowMs: Date.now() } as const
      const place = { siteId: site.id, accountId: leaver.account.id }
      await removeMember(server.services.control, place, actor)

      const path = `${site.id}/members/${leaver.account.id}/access`
      const list = async () =>
        (await ask('GET', path, owner.headers)).data.access as AppLeftAccess[]
      const left = await list()
      const theirs = left.filter(({ madeBy }) => madeBy === 'member')
      expect(theirs.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
        'api-key Key',
        'share-link Link',
        'alert-webhook Hook',
        'provider Stripe',
      ])
      expect(left.filter(({ madeBy }) => madeBy === 'unknown')).toMatchObject([{ name: 'test' }])

      const former = async () => (await ask('GET', `${site.id}/former-members`, owner.headers)).data
      const gone = { accountId: leaver.account.id, email: leaver.account.email }
      expect(await former()).toMatchObject({ formerMembers: [{ ...gone, leftAccess: 4 }] })
      const items = theirs.map(({ kind, id }) => ({ kind, id }))
      const revoke = (body: object) => ask('POST', `${path}/revoke`, owner.headers, body)
      const own = await ask('GET', `${site.id}/members/${owner.account.id}/access`, owner.headers)
      const [foreign] = own.data.access as AppLeftAccess[]
      expect((await revoke({ items: [...items, foreign] })).status).toBe(404)
      expect(await list()).toEqual(left)
      expect((await revoke({ items })).status).toBe(200)
      expect(await list()).toMatchObject([{ madeBy: 'unknown' }])
      expect(await former()).toMatchObject({ formerMembers: [{ ...gone, leftAccess: 0 }] })
      const again = { siteId: site.id, accountId: leaver.account.id, role: 'viewer' } as const
      await saveMembership(server.services.control.db, again)
      expect(await former()).toEqual({ formerMembers: [] })
      const goal = { key: token, body: { event: 'x', visitorId: 'v' } }
      expect((await server.request('POST', '/api/v1/goals', goal)).status).toBe(401)
      expect((await server.request('GET', '/api/v1/goals', { key: unknownKey })).status).not.toBe(
        401,
      )
      const log = await ask('GET', `${site.id}/audit?limit=4`, owner.headers)
      for (const action of [
        'key.revoked',
        'share.revoked',
        'alert-webhook.removed',
        'provider.removed',
      ]) {
        expect(JSON.stringify(log.body)).toContain(action)
      }
    })

    it('is looked up by admins of the site alone', async () => {
      const [{ site }, { site: other }] = [await server.aSite(), await server.aSite()]
      const [admin, viewer] = [await aMember(site.id, 'admin'), await aMember(site.id, 'viewer')]
      const stranger = await aMember(other.id, 'owner')
      await makeAll(site.id, admin.headers)
      const path = `${site.id}/members/${admin.account.id}/access`
      expect((await ask('GET', path, viewer.headers)).status).toBe(403)
      const former = `${site.id}/former-members`
      expect((await ask('GET', former, viewer.headers)).status).toBe(403)
      expect((await ask('GET', former, stranger.headers)).status).toBe(404)
      expect((await ask('GET', path, stranger.headers)).status).toBe(404)
      const elsewhere = `${other.id}/members/${admin.account.id}/access`
      const seen = (await ask('GET', elsewhere, stranger.headers)).data.access as AppLeftAccess[]
      expect(seen.filter(({ madeBy }) => madeBy === 'member')).toEqual([])
    })
  })
})
