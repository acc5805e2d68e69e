import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../http/limits/rate-limit.ts'
import { fromBase32 } from '../test/base32.ts'
import { testClock } from '../test/clock.ts'
import { inLongForm } from '../test/long-form.ts'
import type { TestServer } from '../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../test/server-stores.ts'
import { createAccount } from './create-account.ts'
import { oneTimeCode, stepAt } from './one-time-code.ts'
import { hashPassword } from './password.ts'
import { checkCredentials } from './sign-in.ts'
import { signInThrottle } from './sign-in-throttle.ts'

inLongForm(describeOnServers, describeOnSqliteServer)('the security of an account', (start) => {
  const clock = testClock()
  const password = 'correct horse battery'
  const own = { 'sec-fetch-site': 'same-origin' }
  let server: TestServer
  beforeAll(async () => {
    server = await start({ clock })
  })
  afterAll(() => server.close())

  const refused = (code: number, message: string) => ({ status: 'error', error: { code, message } })

  async function aPerson(): Promise<string> {
    const email = `p${Math.random()}@example.com`
    const passwordHash = await hashPassword(password)
    await createAccount(server.services.control.db, clock.now(), { email, passwordHash })
    return email
  }

  async function signIn(email: string, more: object = {}, typed = password) {
    const body = { email, password: typed, ...more }
    const reply = await server.request('POST', '/api/app/session', { body, headers: own })
    return { ...reply, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  const ask = (method: string, path: string, cookie: string, body?: object) =>
    server.request(method, `/api/app/account/${path}`, {
      headers: { ...own, cookie },
      ...(body && { body }),
    })

  const isSignedIn = async (cookie: string) =>
    (await server.request('GET', '/api/app/session', { headers: { cookie } })).status === 200

  /** A person with two-factor sign-in, their authenticator and their recovery codes. */
  async function aCarefulPerson() {
    const email = await aPerson()
    const { cookie } = await signIn(email)
    const begun = await ask('POST', 'second-factor', cookie, { password })
    const { secret, uri } = (begun.body as { data: { secret: string; uri: string } }).data
    const code = () => oneTimeCode(fromBase32(secret), stepAt(clock.now()))
    const confirmed = await ask('POST', 'second-factor/confirm', cookie, { code: code() })
    const { recoveryCodes } = (confirmed.body as { data: { recoveryCodes: string[] } }).data
    clock.pass(30_000)
    return { email, cookie, secret, uri, code, recoveryCodes }
  }

  describe('/api/app/account/devices', () => {
    it('lists where a person is signed in, and signs out one or all others at once', async () => {
      const email = await aPerson()
      const [first, second, third] = [await signIn(email), await signIn(email), await signIn(email)]
      const { body } = await ask('GET', 'devices', first.cookie)
      const { devices } = (body as { data: { devices: { id: string; isThisOne: boolean }[] } }).data
      expect(devices).toHaveLength(3)
      expect(devices.filter(({ isThisOne }) => isThisOne)).toEqual([
        {
          id: expect.stringMatching(/^sgn_/),
          device: 'Chrome on macOS',
          signedInAt: new Date(clock.now()).toISOString(),
          lastSeenAt: new Date(clock.now()).toISOString(),
          isThisOne: true,
        },
      ])
      expect(JSON.stringify(body)).not.toContain(first.cookie.split('=')[1])

      const inSecond = await ask('GET', 'devices', second.cookie)
      const { devices: seen } = (inSecond.body as { data: { devices: typeof devices } }).data
      const secondId = seen.find(({ isThisOne }) => isThisOne)?.id
      await ask('DELETE', `devices/${secondId}`, first.cookie)
      expect(
        await Promise.all([first, second, third].map(({ cookie }) => isSignedIn(cookie))),
      ).toEqual([true, false, true])
      await ask('DELETE', 'devices', first.cookie)
      expect(await Promise.all([first, third].map(({ cookie }) => isSignedIn(cookie)))).toEqual([
        true,
        false,
      ])
    })

    it("does not end another person's session", async () => {
      const [mine, theirs] = [await signIn(await aPerson()), await signIn(await aPerson())]
      const { body } = await ask('GET', 'devices', theirs.cookie)
      const [device] = (body as { data: { devices: { id: string }[] } }).data.devices
      await ask('DELETE', `devices/${device?.id}`, mine.cookie)
      await ask('DELETE', 'devices', mine.cookie)
      expect(await isSignedIn(theirs.cookie)).toBe(true)
    })
  })

  describe('POST /api/app/account/password', () => {
    it('needs the present one, and signs out everywhere else', async () => {
      const email = await aPerson()
      const [here, there] = [await signIn(email), await signIn(email)]
      const newPassword = 'another good password'
      const change = (body: object) => ask('POST', 'password', here.cookie, body)
      expect((await change({ password: 'wrong password', newPassword })).body).toEqual(
        refused(400, 'This is not your password'),
      )
      expect((await change({ password, newPassword: 'short' })).body).toEqual(
        refused(400, 'password must have at least 8 characters'),
      )
      expect((await change({ password, newPassword })).status).toBe(200)
      expect([await isSignedIn(here.cookie), await isSignedIn(there.cookie)]).toEqual([true, false])
      expect((await signIn(email)).status).toBe(401)
      expect((await signIn(email, {}, newPassword)).status).toBe(200)
    })
  })

  describe('/api/app/account/second-factor', () => {
    it('asks for a code after the password, and accepts each code once', async () => {
      const { email, uri, secret, code, cookie } = await aCarefulPerson()
      expect(uri).toBe(
        `otpauth://totp/Tributary:${encodeURIComponent(email)}?secret=${secret}&issuer=Tributary`,
      )
      expect((await ask('GET', 'second-factor', cookie)).body).toEqual({
        status: 'success',
        data: { on: true, recoveryCodesLeft: 10 },
      })
      const without = await signIn(email)
      expect([without.body, without.cookie]).toEqual([
        { status: 'success', data: { account: null, codeNeeded: true } },
        '',
      ])
      expect((await signIn(email, { code: '000000' })).body).toEqual(
        refused(400, 'This code is wrong, or it was used already'),
      )
      expect((await signIn(email, { code: code() }, 'wrong password')).status).toBe(401)
      const used = code()
      expect((await signIn(email, { code: `${used.slice(0, 3)} ${used.slice(3)}` })).status).toBe(
        200,
      )
      expect((await signIn(email, { code: used })).status).toBe(400)
    })

    it('takes each recovery code once, in place of the authenticator', async () => {
      const { email, cookie, recoveryCodes } = await aCarefulPerson()
      expect(new Set(recoveryCodes).size).toBe(10)
      const [first = '', second = ''] = recoveryCodes
      expect((await signIn(email, { code: first.toUpperCase() })).status).toBe(200)
      expect((await signIn(email, { code: first })).status).toBe(400)
      const both = await Promise.all([
        signIn(email, { code: second }),
        signIn(email, { code: second }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
      expect((await ask('GET', 'second-factor', cookie)).body).toMatchObject({
        data: { recoveryCodesLeft: 8 },
      })
    })

    it('counts only after a first code, is set up once, and is removed with password and code', async () => {
      const email = await aPerson()
      const { cookie } = await signIn(email)
      const wrong = await ask('POST', 'second-factor', cookie, { password: 'wrong password' })
      expect(wrong.body).toEqual(refused(400, 'This is not your password'))
      await ask('POST', 'second-factor', cookie, { password })
      const bad = await ask('POST', 'second-factor/confirm', cookie, { code: 'abcdef' })
      expect(bad.status).toBe(400)
      expect((await signIn(email)).cookie).not.toBe('')

      const careful = await aCarefulPerson()
      const again = await ask('POST', 'second-factor', careful.cookie, { password })
      expect(again.body).toEqual(refused(409, 'Two-factor sign-in is on already'))
      const off = { password, code: careful.code() }
      expect((await ask('POST', 'second-factor/remove', careful.cookie, off)).status).toBe(200)
      expect((await signIn(careful.email)).cookie).not.toBe('')
    })

    it('keeps neither the secret nor a recovery code in the store as it is', async () => {
      const { secret, recoveryCodes } = await aCarefulPerson()
      const rows = await server.services.control.db
        .selectFrom('second_factors')
        .selectAll()
        .execute()
      const stored = JSON.stringify(rows)
      for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
    })

    it('is no obstacle to somebody who signs in often', async () => {
      const email = await aPerson()
      for (let time = 0; time < 12; time++) expect((await signIn(email)).status).toBe(200)
    })

    it('slows down guessing of codes by somebody who has the password', async () => {
      const { email } = await aCarefulPerson()
      const statuses: number[] = []
      for (let guess = 0; guess < 8; guess++) {
        statuses.push((await signIn(email, { code: String(guess).padStart(6, '0') })).status)
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
    })
  })

  describe('a required second factor', () => {
    const require = (cookie: string, required: boolean, more: object = { password }) =>
      server.request('PUT', '/api/app/people/second-factor', {
        headers: { ...own, cookie },
        body: { required, ...more },
      })
    const neededMessage =
      'Everybody here needs a second factor. Set one up on your account page first.'

    it('is for owners who have one themselves and prove that it is them', async () => {
      const { cookie } = await signIn(await aPerson())
      const shutOut = await require(cookie, true)
      expect(shutOut.status).toBe(409)
      expect(shutOut.body).toMatchObject({
        error: { message: expect.stringContaining('a second factor of your own first') },
      })
      const owner = await aCarefulPerson()
      clock.pass(10 * 60_000)
      expect((await require(owner.cookie, true, {})).status).toBe(400)
      expect((await require('', true)).status).toBe(401)
      const { db } = server.services.control
      const member = await aCarefulPerson()
      const change = db.updateTable('accounts').set({ installation_role: 'member' })
      await change.where('email', '=', member.email).execute()
      expect((await require(member.cookie, true)).status).toBe(403)
    })

    it('closes everything but setting one up to a password alone, at once, and is in the audit log', async () => {
      const owner = await aCarefulPerson()
      const [before, email] = [await aPerson(), await aPerson()]
      const { site, key } = await server.aSite()
      const earlier = await signIn(before)
      expect((await require(owner.cookie, true)).status).toBe(200)
      try {
        const later = await signIn(email)
        expect(later.body).toMatchObject({ data: { account: { email, lacksSecondFactor: true } } })
        const query = `/api/v1/payments?siteId=${site.id}`
        for (const { cookie } of [earlier, later]) {
          expect(await isSignedIn(cookie)).toBe(true)
          for (const path of [
            '/api/app/sites',
            '/api/app/people',
            '/api/app/account/devices',
            query,
          ]) {
            const reply = await server.request('GET', path, { headers: { cookie } })
            expect([path, reply.status, reply.body]).toEqual([
              path,
              403,
              refused(403, neededMessage),
            ])
          }
        }
        expect((await server.request('GET', '/api/v1/payments', { key })).status).toBe(200)

        const begun = await ask('POST', 'second-factor', later.cookie, { password })
        const { secret } = (begun.body as { data: { secret: string } }).data
        const code = oneTimeCode(fromBase32(secret), stepAt(clock.now()))
        expect((await ask('POST', 'second-factor/confirm', later.cookie, { code })).status).toBe(
          200,
        )
        expect((await ask('GET', 'devices', later.cookie)).status).toBe(200)
        expect((await ask('GET', 'devices', earlier.cookie)).status).toBe(403)
      } finally {
        clock.pass(1000)
        expect((await require(owner.cookie, false)).status).toBe(200)
      }
      expect((await ask('GET', 'devices', earlier.cookie)).status).toBe(200)
      const log = await server.request('GET', '/api/app/audit?action=installation.changed', {
        headers: { cookie: owner.cookie },
      })
      expect(log.body).toMatchObject({
        data: {
          entries: [
            { changes: { secondFactorRequired: [true, false] } },
            { changes: { secondFactorRequired: [false, true] }, actor: { name: owner.email } },
          ],
        },
      })
    })
  })

  describe('attempts on several nodes', () => {
    it('are counted together, password and code alike', async () => {
      const { email } = await aCarefulPerson()
      const { control, secrets } = server.services
      const given = { email, password: 'wrong password', address: '192.0.2.7' }
      const outcomes: string[] = []
      for (let node = 0; node < 3; node++) {
        const throttle = signInThrottle({ store: control, secrets, clock })
        const guard = { throttle, limits: memoryRateLimiter(clock) }
        for (let guess = 0; guess < 3; guess++) {
          await checkCredentials(control, guard, given).catch(({ kind }) => outcomes.push(kind))
        }
      }
      const [refusals, waits] = [Array(5).fill('unauthorized'), Array(4).fill('rate-limited')]
      expect(outcomes).toEqual([...refusals, ...waits])
    })
  })
})
