import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBase32 } from '../test/base32.ts'
import { testClock } from '../test/clock.ts'
import { inLongForm } from '../test/long-form.ts'
import type { TestServer } from '../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../test/server-stores.ts'
import { createAccount } from './create-account.ts'
import { oneTimeCode, stepAt } from './one-time-code.ts'
import { hashPassword } from './password.ts'

inLongForm(describeOnServers, describeOnSqliteServer)('confirming that it is oneself', (start) => {
  const clock = testClock()
  const minuteMs = 60_000
  const password = 'correct horse battery'
  const own = { 'sec-fetch-site': 'same-origin' }
  let server: TestServer
  let siteId: string
  beforeAll(async () => {
    server = await start({ clock })
    siteId = (await server.aSite()).site.id
  })
  afterAll(() => server.close())

  /** An owner who signed in eleven minutes ago. */
  async function anOwner() {
    const { control, signInSessions } = server.services
    const email = `p${Math.random()}@example.com`
    const passwordHash = await hashPassword(password)
    const account = await createAccount(control.db, clock.now(), { email, passwordHash })
    const cookie = `tributary_session=${await signInSessions.start(account.id)}`
    const ask = (method: string, path: string, body?: object) =>
      server.request(method, `/api/app/${path}`, {
        headers: { ...own, cookie },
        ...(body && { body }),
      })
    clock.pass(11 * minuteMs)
    const makeKey = async () => {
      const body = { name: 'server', scopes: ['goals:write'] }
      return (await ask('POST', `sites/${siteId}/keys`, body)).status
    }
    return { account, ask, makeKey, prove: (body: object) => ask('POST', 'account/step-up', body) }
  }

  type Owner = Awaited<ReturnType<typeof anOwner>>

  /** Turns two-factor sign-in on; returns the codes of the authenticator, each for its own time. */
  async function withCodes({ ask }: Owner) {
    const { body } = await ask('POST', 'account/second-factor', { password })
    const { secret } = (body as { data: { secret: string } }).data
    const code = () => {
      clock.pass(minuteMs)
      return oneTimeCode(fromBase32(secret), stepAt(clock.now()))
    }
    expect((await ask('POST', 'account/second-factor/confirm', { code: code() })).status).toBe(200)
    return code
  }

  const refused = (status: number, words: string) => ({
    status,
    body: { error: { message: expect.stringContaining(words) } },
  })
  const needed = refused(403, 'Confirm that it is you')

  describe('a session that somebody left open', () => {
    it('makes and shows no keys, changes no providers and deletes no site', async () => {
      const { ask } = await anOwner()
      const site = `sites/${siteId}`
      const { key } = await server.services.apiKeys.create(siteId, { name: 'old' })
      for (const [method, path, body] of [
        ['POST', 'keys', { name: 'x', scopes: ['goals:write'] }],
        ['POST', `keys/${key.id}/roll`, {}],
        ['PATCH', `keys/${key.id}`, { name: 'y' }],
        ['GET', 'identity-key', undefined],
        ['POST', 'identity-key/roll', {}],
        ['POST', 'webhooks', { provider: 'stripe', secret: 'whsec_x' }],
        ['POST', 'reset', { confirm: 'shop.example' }],
        ['POST', 'delete', { confirm: 'shop.example' }],
      ] as const) {
        expect(await ask(method, `${site}/${path}`, body), path).toMatchObject(needed)
      }
      const made = await server.aSite()
      const hook = { provider: 'stripe', secret: 'whsec_0123456789abcdef' }
      const path = `sites/${made.site.id}/webhooks`
      await ask('POST', 'account/step-up', { password })
      const added = await ask('POST', path, hook)
      const { endpoint } = (added.body as { data: { endpoint: { id: string } } }).data
      clock.pass(10 * minuteMs)
      for (const [method, rest] of [
        ['PATCH', ''],
        ['POST', '/rotate'],
        ['DELETE', ''],
      ] as const) {
        const body = method === 'DELETE' ? undefined : {}
        expect(await ask(method, `${path}/${endpoint.id}${rest}`, body), rest).toMatchObject(needed)
      }
    })

    it('does so for ten minutes once the person has entered their password', async () => {
      const { prove, makeKey } = await anOwner()
      expect(await prove({ password: 'wrong password' })).toMatchObject(
        refused(400, 'not your password'),
      )
      expect(await prove({})).toMatchObject(refused(400, 'password parameter is required'))
      expect(await makeKey()).toBe(403)
      expect((await prove({ password })).status).toBe(200)
      clock.pass(10 * minuteMs - 1)
      expect(await makeKey()).toBe(200)
      clock.pass(1)
      expect(await makeKey()).toBe(403)
    })

    it('needs a code where two-factor sign-in is on, for a thief may know the password', async () => {
      const owner = await anOwner()
      const code = await withCodes(owner)
      expect(await owner.prove({ password })).toMatchObject(
        refused(400, 'code parameter is required'),
      )
      expect(await owner.prove({ code: '000000' })).toMatchObject(refused(400, 'code is wrong'))
      const passkey = await owner.ask('POST', 'account/passkeys/options', { password })
      expect(passkey).toMatchObject(needed)
      expect((await owner.prove({ code: code() })).status).toBe(200)
      expect(await owner.makeKey()).toBe(200)
    })
  })

  describe('two-factor sign-in', () => {
    it('is not turned off by session and password alone, but with a code', async () => {
      const owner = await anOwner()
      const code = await withCodes(owner)
      const remove = (body: object) => owner.ask('POST', 'account/second-factor/remove', body)
      expect(await remove({ password })).toMatchObject(refused(400, 'code parameter is required'))
      expect(await remove({ password, code: '000000' })).toMatchObject(
        refused(400, 'code is wrong'),
      )
      expect(await remove({ code: code() })).toMatchObject(refused(400, 'password parameter'))
      expect(await server.services.secondFactors.isOn(owner.account.id)).toBe(true)
      expect((await remove({ password, code: code() })).status).toBe(200)
      expect(await server.services.secondFactors.isOn(owner.account.id)).toBe(false)
    })
  })
})
