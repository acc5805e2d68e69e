import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account } from '../../account.ts'
import { commandLine } from '../../audit/actor.ts'
import { sendQueued } from '../../mail/send-queued.ts'
import { testClock } from '../../test/clock.ts'
import { inLongForm } from '../../test/long-form.ts'
import { startSmtpReceiver } from '../../test/processes/smtp-receiver.ts'
import type { TestServer } from '../../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../../test/server-stores.ts'
import { createAccount } from '../create-account.ts'
import { hashPassword } from '../password.ts'
import { factorRequired, saveSetting } from '../rows/installation-setting-rows.ts'
import { saveMembership } from '../rows/member-rows.ts'
import { makeResetLink } from './reset-link.ts'

inLongForm(describeOnServers, describeOnSqliteServer)('people of an installation', (start) => {
  const clock = testClock()
  const password = 'correct horse battery'
  const nextPassword = 'a lake without an outlet'
  const own = { 'sec-fetch-site': 'same-origin' }
  let server: TestServer
  let owner: { account: Account; cookie: string }
  beforeAll(async () => {
    server = await start({ clock })
    owner = await aPerson('owner')
  })
  afterAll(() => server.close())

  async function aPerson(installationRole: Account['installationRole'] = 'member') {
    const { control } = server.services
    const email = `p${Math.random()}@example.com`
    const passwordHash = await hashPassword(password)
    const given = { email, passwordHash, installationRole }
    const account = await createAccount(control.db, clock.now(), given)
    return { account, cookie: await cookieOf(account) }
  }

  const cookieOf = async ({ id }: Account) =>
    `tributary_session=${await server.services.signInSessions.start(id)}`

  const ask = (method: string, path: string, cookie: string, body?: object) =>
    server.request(method, `/api/app/${path}`, {
      headers: { ...own, cookie },
      ...(body && { body }),
    })

  const act = async (id: string, verb: string, body: object = {}) =>
    ask('POST', `people/${id}/${verb}`, await cookieOf(owner.account), body)

  const signIn = (email: string, typed: string) =>
    ask('POST', 'session', '', { email, password: typed })

  const isSignedIn = async (cookie: string) => (await ask('GET', 'session', cookie)).status === 200

  const refused = (code: number, words: string) => ({
    status: code,
    body: { error: { message: expect.stringContaining(words) } },
  })

  async function aLinkFor(account: Account): Promise<string> {
    const { body } = await act(account.id, 'reset-link')
    return tokenOf((body as { data: { link: string } }).data.link)
  }

  const tokenOf = (link: string) => new URL(link).hash.slice('#token='.length)
  const finish = (token: string, more: object = {}) =>
    ask('POST', 'reset/finish', '', { token, password: nextPassword, ...more })

  describe('/api/app/people', () => {
    it('lists everybody for an owner of the installation, and changes nothing for others', async () => {
      const { account, cookie } = await aPerson()
      const { body } = await ask('GET', 'people', owner.cookie)
      const { people } = (body as { data: { people: { id: string }[] } }).data
      expect(people.find(({ id }) => id === account.id)).toEqual({
        ...account,
        isDisabled: false,
        hasPassword: true,
        hasSecondFactor: false,
        passkeys: 0,
        sites: 0,
        createdAt: new Date(clock.now()).toISOString(),
        lastSeenAt: new Date(clock.now()).toISOString(),
        isYou: false,
      })
      expect((await ask('GET', 'people', cookie)).status).toBe(403)
      for (const verb of ['disable', 'enable', 'sign-out', 'reset-link']) {
        const reply = await ask('POST', `people/${owner.account.id}/${verb}`, cookie, { password })
        expect([verb, reply.status]).toEqual([verb, 403])
      }
      expect((await act('acc_none', 'disable')).status).toBe(404)
    })

    it('disables at once, tells only who has the password, and enables again', async () => {
      const { account, cookie } = await aPerson()
      expect((await act(account.id, 'disable')).status).toBe(200)
      expect(await isSignedIn(cookie)).toBe(false)
      expect(await signIn(account.email, password)).toMatchObject(refused(403, 'is disabled'))
      expect((await signIn(account.email, 'wrong password')).status).toBe(401)
      expect((await act(account.id, 'enable')).status).toBe(200)
      expect((await signIn(account.email, password)).status).toBe(200)
    })

    it('keeps the last owner, and asks for the password when the sign-in is old', async () => {
      const { id } = owner.account
      expect(await act(id, 'disable')).toMatchObject(refused(409, 'You cannot disable yourself'))
      const { account } = await aPerson()
      const cookie = await cookieOf(owner.account)
      clock.pass(10 * 60_000)
      const path = `people/${account.id}/disable`
      expect(await ask('POST', path, cookie, {})).toMatchObject(refused(400, 'needs your password'))
      expect((await ask('POST', path, cookie, { password })).status).toBe(200)
    })

    it('signs somebody out everywhere', async () => {
      const { account, cookie } = await aPerson()
      await cookieOf(account)
      expect((await act(account.id, 'sign-out')).body).toMatchObject({ data: { ended: 2 } })
      expect(await isSignedIn(cookie)).toBe(false)
    })
  })

  describe('/api/app/reset', () => {
    it('sets another password once, signs in, and signs everybody else out', async () => {
      const { account, cookie } = await aPerson()
      const first = await aLinkFor(account)
      const token = await aLinkFor(account)
      expect(await finish(first)).toMatchObject(refused(403, 'was used or is too old'))
      expect((await ask('POST', 'reset', '', { token })).body).toMatchObject({
        data: { email: account.email, codeNeeded: false },
      })
      expect((await finish(token, { password: 'short' })).status).toBe(400)
      const reply = await finish(token)
      expect(reply.body).toMatchObject({ data: { account: { id: account.id } } })
      const session = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
      expect([await isSignedIn(session), await isSignedIn(cookie)]).toEqual([true, false])
      expect((await signIn(account.email, password)).status).toBe(401)
      expect((await signIn(account.email, nextPassword)).status).toBe(200)
      expect(await finish(token)).toMatchObject(refused(403, 'was used or is too old'))
    })

    it('ends after a day, and with the account', async () => {
      const [{ account }, other] = [await aPerson(), await aPerson()]
      const token = await aLinkFor(account)
      clock.pass(24 * 60 * 60_000)
      expect((await finish(token)).status).toBe(403)
      const late = await aLinkFor(other.account)
      await act(other.account.id, 'disable')
      expect((await finish(late)).status).toBe(403)
    })

    it('ends when the password or the address is changed', async () => {
      const { account, cookie } = await aPerson()
      const older = await aLinkFor(account)
      const change = { password, newPassword: 'three birds on a wire' }
      expect((await ask('POST', 'account/password', cookie, change)).status).toBe(200)
      expect(await finish(older)).toMatchObject(refused(403, 'was used or is too old'))
      const link = await aLinkFor(account)
      const move = { email: `new${Math.random()}@example.com`, password: change.newPassword }
      expect((await ask('POST', 'account/email', cookie, move)).status).toBe(200)
      expect(await finish(link)).toMatchObject(refused(403, 'was used or is too old'))
    })

    it('asks for the second factor, which stays', async () => {
      const { account } = await aPerson()
      const { secondFactors, control } = server.services
      await secondFactors.begin(account)
      const confirmed = { confirmed_ms: clock.now() }
      await control.db
        .updateTable('second_factors')
        .set(confirmed)
        .where('account_id', '=', account.id)
        .execute()
      const link = await makeResetLink(control, account, {
        by: commandLine,
        nowMs: clock.now(),
        publicUrl: 'https://stats.example',
      })
      const token = tokenOf(link)
      expect((await finish(token)).body).toMatchObject({
        data: { account: null, codeNeeded: true },
      })
      expect(await finish(token, { code: '000000' })).toMatchObject(refused(400, 'code is wrong'))
      expect((await signIn(account.email, password)).body).toMatchObject({
        data: { codeNeeded: true },
      })
      expect(await secondFactors.isOn(account.id)).toBe(true)
    })
  })

  describe("one's own account", () => {
    it('gets another address with the password', async () => {
      const { account, cookie } = await aPerson()
      const email = `new${Math.random()}@example.com`
      const change = (body: object) => ask('POST', 'account/email', cookie, body)
      expect(await change({ email })).toMatchObject(refused(400, 'password parameter is required'))
      expect((await change({ email, password: 'wrong password' })).status).toBe(400)
      const taken = { email: owner.account.email, password }
      expect((await change(taken)).status).toBe(409)
      expect((await change({ email: 'none', password })).status).toBe(400)
      expect((await change({ email: ` ${email.toUpperCase()}`, password })).status).toBe(200)
      expect((await signIn(email, password)).status).toBe(200)
      expect((await signIn(account.email, password)).status).toBe(401)
    })

    it('gets an address that several ask for at once only if it is the first', async () => {
      const people = await Promise.all(Array.from({ length: 4 }, () => aPerson()))
      const body = { email: `same${Math.random()}@example.com`, password }
      const replies = await Promise.all(
        people.map(({ cookie }) => ask('POST', 'account/email', cookie, body)),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    })

    it('is deleted with everything of its own, unless a site would be left without an owner', async () => {
      const { account, cookie } = await aPerson()
      const { site } = await server.aSite()
      const { db } = server.services.control
      const membership = { siteId: site.id, accountId: account.id, role: 'owner' } as const
      await saveMembership(db, membership)
      const end = (body: object) => ask('POST', 'account/delete', cookie, body)
      expect(await end({ password })).toMatchObject(refused(409, 'has no other owner'))
      await saveMembership(db, { ...membership, role: 'viewer' })
      expect((await end({})).status).toBe(400)
      expect((await end({ password })).status).toBe(200)
      expect(await isSignedIn(cookie)).toBe(false)
      expect((await signIn(account.email, password)).status).toBe(401)
      const log = await ask('GET', 'audit?action=account.deleted', await cookieOf(owner.account))
      expect(JSON.stringify(log.body)).toContain(account.email)
    })

    it('is not deleted while it is the only owner of the installation', async () => {
      const reply = await ask('POST', 'account/delete', await cookieOf(owner.account), { password })
      expect(reply).toMatchObject(refused(409, 'keeps at least one owner'))
    })
  })

  describe('the first second factor, where everybody needs one and e-mails are sent', () => {
    it('requires an opened link from an e-mail, not only the password', async () => {
      const smtp = await startSmtpReceiver()
      const mailing = await start({ config: { smtpUrl: smtp.url } })
      const tell = (path: string, cookie: string, body: object) =>
        mailing.request('POST', `/api/app/${path}`, { headers: { ...own, cookie }, body })
      const cookieIn = (reply: Awaited<ReturnType<typeof tell>>) =>
        String(reply.headers.get('set-cookie')).split(';')[0] ?? ''
      try {
        const { control } = mailing.services
        const person = { email: 'ana@example.com', passwordHash: await hashPassword(password) }
        await createAccount(control.db, Date.now(), person)
        const nowMs = Date.now()
        await saveSetting(control.db, { name: factorRequired, isOn: true, nowMs })
        const guessed = await tell('session', '', { email: person.email, password })
        expect(guessed.body).toMatchObject({
          data: { account: { lacksSecondFactor: true, mustVerifyEmail: true } },
        })
        for (const path of [
          'second-factor',
          'second-factor/confirm',
          'passkeys',
          'passkeys/options',
        ]) {
          const body = { password, code: '1', name: 'x', credential: {} }
          const reply = await tell(`account/${path}`, cookieIn(guessed), body)
          expect(reply, path).toMatchObject(refused(403, 'Prove first'))
        }
        await tell('reset/ask', '', { email: person.email })
        await sendQueued(mailing.services)
        const texts = () => smtp.mails.map(({ parts }) => parts['text/plain']).join('\n')
        // The server's own job may have run first.
        await expect.poll(texts).toContain('reset-password#token=')
        const token = /reset-password#token=([\w-]{43})/.exec(texts())?.[1]
        const proven = await tell('reset/finish', '', { token, password: nextPassword })
        const body = { password: nextPassword }
        expect((await tell('account/second-factor', cookieIn(proven), body)).status).toBe(200)
      } finally {
        await mailing.close()
        await smtp.close()
      }
    })
  })

  describe('/api/app/reset/ask', () => {
    const forgot = (to: TestServer, body: object) =>
      to.request('POST', '/api/app/reset/ask', { headers: own, body })

    it('says what to do where no e-mails are sent', async () => {
      expect(await forgot(server, { email: 'a@example.com' })).toMatchObject(
        refused(409, 'SMTP_URL'),
      )
    })

    it('mails a link to who has an account, and answers everybody the same, ever more slowly', async () => {
      const smtp = await startSmtpReceiver()
      const mailing = await start({ config: { smtpUrl: smtp.url } })
      try {
        const { control } = mailing.services
        const person = { email: 'ana@example.com', passwordHash: await hashPassword(password) }
        const { id } = await createAccount(control.db, Date.now(), person)
        const gone = await createAccount(control.db, Date.now(), {
          ...person,
          email: 'x@example.com',
        })
        await control.db
          .updateTable('accounts')
          .set({ disabled_ms: 1 })
          .where('id', '=', gone.id)
          .execute()
        const replies = await Promise.all(
          [' Ana@Example.com', 'unknown@example.com', 'x@example.com'].map((email) =>
            forgot(mailing, { email, language: 'de' }),
          ),
        )
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
        expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)

        await sendQueued(mailing.services)
        expect(smtp.mails.map(({ to }) => to)).toEqual([['ana@example.com']])
        expect(smtp.mails[0]?.headers.subject).toContain('Passwort')
        const text = smtp.mails[0]?.parts['text/plain'] ?? ''
        const token = /reset-password#token=([\w-]{43})/.exec(text)?.[1]
        const body = { token, password: nextPassword }
        const headers = own
        const done = await mailing.request('POST', '/api/app/reset/finish', { headers, body })
        expect(done.body).toMatchObject({ data: { account: { id } } })

        for (const email of ['ana@example.com', 'unknown@example.com']) {
          const more = await Promise.all(
            Array.from({ length: 6 }, () => forgot(mailing, { email })),
          )
          expect(more.filter(({ status }) => status === 429)).not.toHaveLength(0)
        }
      } finally {
        await mailing.close()
        await smtp.close()
      }
    })
  })
})
