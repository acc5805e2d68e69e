import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unidentified } from '../audit/actor.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { aPerson } from '../test/a-person.ts'
import { inLongForm } from '../test/long-form.ts'
import { atProvider, comeBack, setOut, signInWith } from '../test/oidc-journey.ts'
import { startOidcProvider, type TestOidcProvider } from '../test/processes/oidc-provider.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../test/processes/smtp-receiver.ts'
import type { TestServer } from '../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../test/server-stores.ts'
import { makeResetLink } from './people/reset-link.ts'
import { findAccountByEmail } from './rows/account-rows.ts'
import { insertPasskey, listPasskeyRows } from './rows/passkey-rows.ts'

inLongForm(describeOnServers, describeOnSqliteServer)('verifying an address', (start) => {
  const own = { 'sec-fetch-site': 'same-origin' }
  const known = 'a password that the admin knows'
  const chosen = 'a password of the boss alone'
  let provider: TestOidcProvider
  let smtp: SmtpReceiver
  /** One server that sends no e-mails, and one that does. Both have the provider. */
  let quiet: TestServer
  let mailing: TestServer
  beforeAll(async () => {
    ;[provider, smtp] = await Promise.all([startOidcProvider(), startSmtpReceiver()])
    const { issuer, clientId, clientSecret } = provider
    const more = { name: 'Acme', allowedDomains: [], isOnlyWay: false }
    const oidc = { issuer, clientId, clientSecret, ...more }
    const config = { oidc, trustedProxies: ['127.0.0.1'] }
    ;[quiet, mailing] = await Promise.all([
      start({ config }),
      start({ config: { ...config, smtpUrl: smtp.url } }),
    ])
  })
  afterAll(async () => {
    await Promise.all([quiet?.close(), mailing?.close()])
    await Promise.all([provider?.close(), smtp?.close()])
  })

  const post = (on: TestServer, path: string, body: object, cookie = '') =>
    on.request('POST', `/api/app/${path}`, { headers: { ...own, cookie }, body })

  const cookieIn = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
  const signIn = (on: TestServer, email: string, password: string) =>
    post(on, 'session', { email, password })

  async function isSignedIn(on: TestServer, cookie: string) {
    return (await on.request('GET', '/api/app/session', { headers: { cookie } })).status === 200
  }

  /** An admin of a site invites an address; returns the reply, with the link where the API includes it. */
  async function anInvitation(on: TestServer, email: string) {
    const { site } = await on.aSite()
    const admin = await aPerson(on.services, {
      role: 'admin',
      siteId: site.id,
      email: `admin${Math.random()}@corp.example`,
    })
    const body = { email, role: 'viewer' }
    const reply = await post(on, `sites/${site.id}/invitations`, body, admin.cookie)
    const { data } = reply.body as { data: { link: string | null } }
    return { site, text: JSON.stringify(reply.body), token: data.link?.split('#token=')[1] }
  }

  /** The token of the last e-mail to an address. */
  async function mailedToken(email: string, kind: string): Promise<string> {
    const find = () => smtp.mails.findLast(({ to }) => to.includes(email))?.parts['text/plain']
    await sendQueued(mailing.services)
    await expect.poll(find).toContain(`${kind}#token=`)
    return new RegExp(`${kind}#token=([\\w-]{43})`).exec(find() ?? '')?.[1] ?? ''
  }

  /** Adds every other sign-in method that somebody with access to an account could add. */
  async function addWaysIn(on: TestServer, email: string) {
    const { control, secondFactors, clock } = on.services
    const account = await findAccountByEmail(control.db, email)
    if (account === undefined) throw new Error('there is no such account')
    await insertPasskey(control.db, {
      ...{ id: `psk_${account.id}`, accountId: account.id, credentialId: account.id },
      ...{ publicKey: 'k', signCount: 0, transports: [], name: 'of the admin' },
      ...{ createdMs: clock.now(), lastUsedMs: undefined },
    })
    await secondFactors.begin(account)
    const publicUrl = 'https://stats.example'
    const link = await makeResetLink(control, account, {
      by: unidentified,
      nowMs: clock.now(),
      publicUrl,
    })
    return { account, token: link.split('#token=')[1] }
  }

  describe('an account that an admin made in the name of an invited person', () => {
    it('locks the admin out when the person signs in with the provider', async () => {
      const email = `boss${Math.random()}@corp.example`
      const { site, token } = await anInvitation(quiet, email)
      const made = await post(quiet, 'invitation/accept', { token, password: known })
      const session = cookieIn(made.headers)
      const { account, token: reset } = await addWaysIn(quiet, email)
      const joined = await anInvitation(quiet, email)

      const boss = { sub: `boss-${Math.random()}`, email, email_verified: true }
      const { session: own } = await signInWith(quiet, provider, boss)
      expect(await isSignedIn(quiet, own)).toBe(true)
      expect(await isSignedIn(quiet, session), 'the session of the admin').toBe(false)
      expect((await signIn(quiet, email, known)).status, 'the password').toBe(401)
      expect(await listPasskeyRows(quiet.services.control.db, account.id)).toEqual([])
      expect((await post(quiet, 'reset/finish', { token: reset, password: chosen })).status).toBe(
        403,
      )
      const sites = await quiet.request('GET', '/api/app/sites', { headers: { cookie: own } })
      expect(JSON.stringify(sites.body)).toContain(site.id)
      expect(JSON.stringify(sites.body)).toContain(joined.site.id)
    })

    it('gets no site that the address is invited to elsewhere', async () => {
      const email = `boss${Math.random()}@corp.example`
      const { token } = await anInvitation(quiet, email)
      const made = await post(quiet, 'invitation/accept', { token, password: known })
      const other = await anInvitation(quiet, email)
      const body = { token: other.token }
      const reply = await post(quiet, 'invitation/accept', body, cookieIn(made.headers))
      expect(reply).toMatchObject({ status: 403, body: { error: { code: 403 } } })
    })

    it('locks the admin out when the person opens a password reset link', async () => {
      const email = `boss${Math.random()}@corp.example`
      const { control } = mailing.services
      const cookie = (await aPerson(mailing.services, { role: 'stranger', email })).cookie
      const { account } = await addWaysIn(mailing, email)
      await post(mailing, 'reset/ask', { email })
      const token = await mailedToken(email, 'reset-password')
      const done = await post(mailing, 'reset/finish', { token, password: chosen })
      expect(done.status).toBe(200)
      expect(await isSignedIn(mailing, cookie)).toBe(false)
      expect(await listPasskeyRows(control.db, account.id)).toEqual([])
      expect(await findAccountByEmail(control.db, email)).toMatchObject({
        isEmailUnverified: false,
      })
      expect((await signIn(mailing, email, chosen)).status).toBe(200)
    })
  })

  describe('an invitation that is sent by e-mail', () => {
    it('is known to its recipient alone, who keeps the password after connecting the provider', async () => {
      const email = `boss${Math.random()}@corp.example`
      const { text, token: returned } = await anInvitation(mailing, email)
      const token = await mailedToken(email, 'invitation')
      expect(returned).toBeUndefined()
      expect(text).not.toContain(token)
      const made = await post(mailing, 'invitation/accept', { token, password: chosen })
      expect(made.status).toBe(200)
      const boss = { sub: `boss-${Math.random()}`, email, email_verified: true }
      const { session } = await signInWith(mailing, provider, boss)
      expect(await isSignedIn(mailing, session)).toBe(true)
      expect(await isSignedIn(mailing, cookieIn(made.headers))).toBe(true)
      expect((await signIn(mailing, email, chosen)).status).toBe(200)
    })
  })

  describe('an address', () => {
    it('is verified by connecting a provider that has verified it, and the password stays', async () => {
      const email = `op${Math.random()}@corp.example`
      const { control } = quiet.services
      const { cookie } = await aPerson(quiet.services, { role: 'stranger', email })
      provider.person = { sub: `op-${Math.random()}`, email, email_verified: true }
      const { url, flow } = await setOut(quiet, { path: 'account/oidc', cookie })
      await comeBack(quiet, await atProvider(url), `${flow}; ${cookie}`)
      const account = await findAccountByEmail(control.db, email)
      expect(account).toMatchObject({ isEmailUnverified: false, passwordHash: expect.any(String) })
    })
  })
})
