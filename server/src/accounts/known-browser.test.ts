import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock } from '../test/clock.ts'
import { inLongForm } from '../test/long-form.ts'
import { pairOf } from '../test/oidc-journey.ts'
import type { TestServer } from '../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../test/server-stores.ts'
import { createAccount } from './create-account.ts'
import { hashPassword } from './password.ts'

inLongForm(describeOnServers, describeOnSqliteServer)('browsers that are known', (start) => {
  const clock = testClock()
  const password = 'correct horse battery'
  const own = { 'sec-fetch-site': 'same-origin' }
  let server: TestServer
  beforeAll(async () => {
    server = await start({ clock, config: { trustedProxies: ['127.0.0.1'] } })
  })
  afterAll(() => server.close())

  async function anAccount(): Promise<string> {
    const email = `p${Math.random()}@example.com`
    const passwordHash = await hashPassword(password)
    await createAccount(server.services.control.db, clock.now(), { email, passwordHash })
    return email
  }

  interface From {
    cookie?: string
    address?: string
  }

  /** An unused address. */
  const anAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join('.')}`

  const signIn = (
    email: string,
    typed: string,
    { cookie = '', address = anAddress() }: From = {},
  ) =>
    server.request('POST', '/api/app/session', {
      headers: { ...own, cookie, 'x-forwarded-for': address },
      body: { email, password: typed },
    })

  /** Signs in and returns the cookie that identifies the browser from then on. */
  async function aKnownBrowser(email: string, cookie = ''): Promise<string> {
    return pairOf((await signIn(email, password, { cookie })).headers, 'tributary_browser')
  }

  async function guess(email: string, times: number, from: From = {}) {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) {
      statuses.push((await signIn(email, `wrong guess ${time}`, from)).status)
    }
    return statuses
  }

  describe('seven wrong guesses from elsewhere', () => {
    it('do not keep the person out of a browser that they have signed in with', async () => {
      const email = await anAccount()
      const cookie = await aKnownBrowser(email)
      expect(await guess(email, 7)).toContain(429)
      expect((await signIn(email, password)).status, 'without the cookie').toBe(429)
      expect((await signIn(email, password, { cookie })).status).toBe(200)
      expect((await signIn(email, password)).status, 'elsewhere, afterwards').toBe(429)
    })

    it('from the same office do not either', async () => {
      const email = await anAccount()
      const cookie = await aKnownBrowser(email)
      const address = anAddress()
      for (let victim = 0; victim < 4; victim++) await guess(await anAccount(), 5, { address })
      expect((await signIn(email, password, { address })).status).toBe(429)
      expect((await signIn(email, password, { address, cookie })).status).toBe(200)
    })
  })

  describe('a known browser', () => {
    it('is slowed down by its own wrong guesses', async () => {
      const email = await anAccount()
      const cookie = await aKnownBrowser(email)
      expect(await guess(email, 7, { cookie })).toEqual([401, 401, 401, 401, 401, 429, 429])
      expect((await signIn(email, password)).status).toBe(200)
    })

    it('is known to the accounts that signed in with it and to no other', async () => {
      const [mine, theirs, victim] = [await anAccount(), await anAccount(), await anAccount()]
      const both = await aKnownBrowser(theirs, await aKnownBrowser(mine))
      await Promise.all([mine, theirs, victim].map((email) => guess(email, 6)))
      expect((await signIn(mine, password, { cookie: both })).status).toBe(200)
      expect((await signIn(theirs, password, { cookie: both })).status).toBe(200)
      const from = { cookie: both }
      expect((await signIn(victim, password, from)).status).toBe(429)
      const forged = `${both.slice(0, -1)}${both.endsWith('A') ? 'Q' : 'A'}`.replace(
        /\.[^.]+\./,
        '.',
      )
      expect((await signIn(mine, password, { cookie: forged })).status).toBe(429)
    })
  })

  describe('a fifth wrong guess', () => {
    it('takes as long and is answered alike whether there is an account or not', async () => {
      const { db } = server.services.control
      const answers = []
      for (const email of [await anAccount(), `unknown${Math.random()}@example.com`]) {
        await guess(email, 4)
        const begun = performance.now()
        const { status, body } = await signIn(email, 'fifth guess')
        expect(performance.now() - begun).toBeGreaterThan(390)
        answers.push({ status, body })
      }
      expect(answers[0]).toEqual(answers[1])
      const log = () => db.selectFrom('audit_entries').select('action').execute()
      await expect.poll(log).toContainEqual({ action: 'account.guessed' })
    })
  })
})
