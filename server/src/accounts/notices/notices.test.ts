import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendQueued } from '../../mail/send-queued.ts'
import { fromBase32 } from '../../test/base32.ts'
import { inLongForm } from '../../test/long-form.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../../test/processes/smtp-receiver.ts'
import type { TestServer } from '../../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../../test/server-stores.ts'
import { createAccount } from '../create-account.ts'
import { oneTimeCode, stepAt } from '../one-time-code.ts'
import { hashPassword } from '../password.ts'
import { saveMembership } from '../rows/member-rows.ts'

/** Makes every insert into the queue fail, and undoes that. */
const sqliteRefusal = [
  sql`create trigger no_mails before insert on mails begin select raise(abort, 'no room'); end`,
  sql`drop trigger no_mails`,
] as const
const postgresRefusal = [
  sql`alter table mails add constraint no_mails check (false) not valid`,
  sql`alter table mails drop constraint no_mails`,
] as const

inLongForm(describeOnServers, describeOnSqliteServer)('security e-mails', (start) => {
  const password = 'correct horse battery'
  const own = { 'sec-fetch-site': 'same-origin' }
  let server: TestServer
  let smtp: SmtpReceiver
  beforeAll(async () => {
    smtp = await startSmtpReceiver()
    server = await start({ config: { smtpUrl: smtp.url } })
  })
  afterAll(async () => {
    await server?.close()
    await smtp?.close()
  })
  let email: string
  beforeEach(async () => {
    email = `p${Math.random()}@example.com`
    await anAccount(email)
  })

  async function anAccount(address: string) {
    const passwordHash = await hashPassword(password)
    const given = { email: address, passwordHash, installationRole: 'member' } as const
    return createAccount(server.services.control.db, Date.now(), given)
  }

  /** Signs in; answers every cookie that the browser has then. */
  async function signIn(cookie = '', language = 'en') {
    const reply = await server.request('POST', '/api/app/session', {
      headers: { ...own, cookie, 'accept-language': language },
      body: { email, password },
    })
    expect(reply.status).toBe(200)
    return reply.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
  }

  const ask = (cookie: string, path: string, body: object) =>
    server.request('POST', `/api/app/${path}`, { headers: { ...own, cookie }, body })

  /** The subjects of the e-mails to an address, once this many have arrived. */
  async function subjects(to: string, count: number): Promise<(string | undefined)[]> {
    await sendQueued(server.services)
    const mails = () => smtp.mails.filter((mail) => mail.to.includes(to))
    await expect.poll(() => mails().length).toBeGreaterThanOrEqual(count)
    return mails().map(({ headers }) => headers.subject)
  }

  describe('an e-mail tells the person', () => {
    it('of a sign-in from a browser that they never used, and of no other', async () => {
      const known = await signIn()
      await signIn(known)
      await signIn('', 'de-AT,en;q=0.5')
      expect(await subjects(email, 2)).toEqual([
        'New sign-in to your Tributary account',
        'Neue Anmeldung bei deinem Tributary-Konto',
      ])
      const text = smtp.mails.find(({ to }) => to.includes(email))?.parts['text/plain'] ?? ''
      expect(text).toContain('Chrome on macOS')
      expect(text).not.toContain('127.0.0.1')
    })

    it('of another password and of two-factor sign-in', async () => {
      const cookie = await signIn()
      const newPassword = 'a lake without an outlet'
      await ask(cookie, 'account/password', { password, newPassword })
      const begun = await ask(cookie, 'account/second-factor', { password: newPassword })
      const { secret } = (begun.body as { data: { secret: string } }).data
      const code = (step: number) => oneTimeCode(fromBase32(secret), stepAt(Date.now()) + step)
      await ask(cookie, 'account/second-factor/confirm', { code: code(0) })
      const off = { password: newPassword, code: code(1) }
      expect((await ask(cookie, 'account/second-factor/remove', off)).status).toBe(200)
      expect((await subjects(email, 4)).slice(1).sort()).toEqual([
        'Two-factor sign-in was turned off',
        'Two-factor sign-in was turned on',
        'Your Tributary password was changed',
      ])
    })

    it('at the old address, when the account gets another one', async () => {
      const cookie = await signIn()
      const next = `next${Math.random()}@example.com`
      await ask(cookie, 'account/email', { email: next, password })
      const proof = smtp.mails.findLast(({ to }) => to.includes(next))?.parts['text/plain'] ?? ''
      const token = /#prove-email=([\w-]{43})/.exec(proof)?.[1]
      expect((await ask(cookie, 'account/email/prove', { token })).status).toBe(200)
      expect(await subjects(email, 2)).toContain(
        `The e-mail address of your Tributary account is now ${next}`,
      )
    })

    it('and the owners of a site, of a new API key', async () => {
      const { site } = await server.aSite()
      const { db } = server.services.control
      const owner = await anAccount(`owner${Math.random()}@example.com`)
      await saveMembership(db, { siteId: site.id, accountId: owner.id, role: 'owner' })
      const { id } = await db
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      await saveMembership(db, { siteId: site.id, accountId: id, role: 'admin' })
      const body = { name: 'Backend', scopes: ['goals:write'] }
      const made = await ask(await signIn(), `sites/${site.id}/keys`, body)
      expect(made.status).toBe(200)
      const { token } = (made.body as { data: { token: string } }).data
      for (const [to, count] of [
        [email, 2],
        [owner.email, 1],
      ] as const) {
        expect(await subjects(to, count)).toContain('A new API key was created: Backend')
      }
      expect(JSON.stringify(smtp.mails)).not.toContain(token)
    })
  })

  describe('what concerns the security of an account', () => {
    /** As if the disk were full when the e-mail is queued. */
    async function withoutQueue(work: () => Promise<void>): Promise<void> {
      const { db, dialect } = server.services.control
      const [refuse, allow] = dialect === 'sqlite' ? sqliteRefusal : postgresRefusal
      await refuse.execute(db)
      try {
        await work()
      } finally {
        await allow.execute(db)
      }
    }

    it('does not happen when its e-mail cannot be queued, and leaves no entry in the audit log', async () => {
      const cookie = await signIn()
      const begun = await ask(cookie, 'account/second-factor', { password })
      const { secret } = (begun.body as { data: { secret: string } }).data
      const code = oneTimeCode(fromBase32(secret), stepAt(Date.now()))
      const { site } = await server.aSite()
      const { db } = server.services.control
      const account = await db
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      await saveMembership(db, { siteId: site.id, accountId: account.id, role: 'owner' })
      const entries = async () =>
        (
          await db
            .selectFrom('audit_entries')
            .where('actor_id', '=', account.id)
            .selectAll()
            .execute()
        ).length
      const before = await entries()
      await withoutQueue(async () => {
        const newPassword = 'a lake without an outlet'
        const key = { name: 'Backend', scopes: ['goals:write'] }
        const replies = [
          await ask(cookie, 'account/password', { password, newPassword }),
          await ask(cookie, 'account/second-factor/confirm', { code }),
          await ask(cookie, `sites/${site.id}/keys`, key),
          await server.request('POST', '/api/app/session', {
            headers: own,
            body: { email, password },
          }),
        ]
        expect(replies.map(({ status }) => status)).toEqual([500, 500, 500, 500])
        expect(replies[3]?.headers.getSetCookie()).toEqual([])
      })
      expect(await entries()).toBe(before)
      const { apiKeys, secondFactors, signInSessions } = server.services
      expect((await apiKeys.list(site.id)).map(({ name }) => name)).toEqual(['test'])
      expect(await secondFactors.isOn(account.id)).toBe(false)
      expect(await signInSessions.list(account.id, '')).toHaveLength(1)
      // The old password still counts, and the code was not used up.
      await signIn()
      expect((await ask(cookie, 'account/second-factor/confirm', { code })).status).toBe(200)
    })
  })
})
