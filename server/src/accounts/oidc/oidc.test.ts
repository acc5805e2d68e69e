import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkOidc } from '../../doctor/check-oidc.ts'
import { invite } from '../../team/invitations.ts'
import { inLongForm } from '../../test/long-form.ts'
import { atProvider, comeBack, setOut, signInWith } from '../../test/oidc-journey.ts'
import {
  type ProviderPerson,
  startOidcProvider,
  type TestOidcProvider,
} from '../../test/processes/oidc-provider.ts'
import type { TestServer } from '../../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../../test/server-stores.ts'
import { createAccount } from '../create-account.ts'
import { hashPassword } from '../password.ts'
import { saveMembership } from '../rows/member-rows.ts'

inLongForm(describeOnServers, describeOnSqliteServer)('signing in with OpenID Connect', (start) => {
  const password = 'correct horse battery'
  const own = { 'sec-fetch-site': 'same-origin' }
  let server: TestServer
  let strict: TestServer
  let provider: TestOidcProvider

  beforeAll(async () => {
    provider = await startOidcProvider()
    const { issuer, clientId, clientSecret } = provider
    const oidc = {
      issuer,
      clientId,
      clientSecret,
      name: 'Acme',
      allowedDomains: [],
      isOnlyWay: false,
    }
    ;[server, strict] = await Promise.all([
      start({ config: { oidc, trustedProxies: ['127.0.0.1'] } }),
      start({
        config: { oidc: { ...oidc, allowedDomains: ['acme.example'], isOnlyWay: true } },
      }),
    ])
  })
  afterAll(async () => {
    await Promise.all([server?.close(), strict?.close()])
    await provider?.close()
  })
  afterEach(() => {
    provider.lies = {}
    provider.isCancelled = false
  })

  async function anAccount(email: string, on = server) {
    const passwordHash = await hashPassword(password)
    const given = { email, passwordHash, isEmailVerified: true }
    return createAccount(on.services.control.db, Date.now(), given)
  }

  /** A person at the provider, whose address it has verified. */
  function aPerson(email = `p${Math.random()}@acme.example`): ProviderPerson & { email: string } {
    return { sub: `sub-${Math.random()}`, email, email_verified: true }
  }

  const signIn = (person: ProviderPerson, { on = server, body = {} } = {}) =>
    signInWith(on, provider, person, body)

  async function whoIs(cookie: string, on = server) {
    const { body } = await on.request('GET', '/api/app/session', { headers: { cookie } })
    return (body as { data?: { account: { email: string } } }).data?.account.email
  }

  const refusedWith = (refusal: string) => ({
    to: `/sign-in?refused=${refusal}`,
    session: expect.not.stringContaining('='),
  })

  describe('signing in with a provider', () => {
    it('knows an account by its verified address at first, and by the subject ever after', async () => {
      const person = aPerson()
      await anAccount(person.email)
      const first = await signIn(person, { body: { to: '/sites?range=7d#top' } })
      expect(first.to).toBe('/sites?range=7d#top')
      expect(await whoIs(first.session)).toBe(person.email)
      const renamed = await signIn({ ...aPerson(), sub: person.sub })
      expect(await whoIs(renamed.session)).toBe(person.email)
    })

    it('makes an account of an invitation, and accepts it', async () => {
      const account = await anAccount(aPerson().email)
      const { site } = await server.aSite()
      const { control } = server.services
      await saveMembership(control.db, { siteId: site.id, accountId: account.id, role: 'owner' })
      const person = aPerson()
      const actor = { account, role: 'owner', nowMs: Date.now() } as const
      await invite(control, site.id, { email: person.email, role: 'viewer' }, actor)
      const { session } = await signIn(person)
      const sites = await server.request('GET', '/api/app/sites', { headers: { cookie: session } })
      expect(sites.body).toMatchObject({ data: { sites: [{ id: site.id }] } })
      const typed = { email: person.email, password: '' }
      for (const guess of ['', 'undefined', password]) {
        const body = { ...typed, password: guess }
        const reply = await server.request('POST', '/api/app/session', { headers: own, body })
        expect(reply.status).not.toBe(200)
      }
    })

    it('signs in no other account', async () => {
      expect(await signIn(aPerson())).toEqual(refusedWith('unknown'))
      const known = await anAccount(aPerson().email)
      const unverified = { ...aPerson(known.email), email_verified: false }
      expect(await signIn(unverified)).toEqual(refusedWith('unverified'))
      expect(await signIn({ sub: 'x', email: known.email })).toEqual(refusedWith('unverified'))
      provider.isCancelled = true
      expect(await signIn(aPerson(known.email))).toEqual(refusedWith('cancelled'))
    })

    it.each([
      ['K', '\u212a'],
      ['k', '\uff4b'],
      ['\u00e9', 'e\u0301'],
      ['', '\u200b'],
      ['', '\u00a0'],
    ])('refuses a verified address that has %j written as %j', async (own, alike) => {
      const at = `${Math.random()}@acme.example`
      const owner = aPerson(`ana${own}${at}`)
      await anAccount(owner.email)
      const written = (letter: string) => ({ ...aPerson(`ana${letter}${at}`) })
      expect(await signIn(written(alike))).toEqual(refusedWith('unverified'))
      expect(await whoIs((await signIn(written(own))).session)).toBe(`ana${own.toLowerCase()}${at}`)
    })

    it('does not give a former member’s account to the new holder of the address', async () => {
      const leaver = aPerson()
      await anAccount(leaver.email)
      await signIn(leaver)
      expect(await signIn(aPerson(leaver.email))).toEqual(refusedWith('taken'))
    })

    it.each<[string, TestOidcProvider['lies']]>([
      ['another nonce', { claims: { nonce: 'replayed' } }],
      ['another issuer', { claims: { iss: 'https://evil.example' } }],
      ['another audience', { claims: { aud: 'another-client' } }],
      ['an expiry that is past', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
      ['a signature of another key', { isForged: true }],
    ])('believes no token with %s', async (_, lies) => {
      const person = aPerson()
      await anAccount(person.email)
      provider.lies = lies
      expect(await signIn(person)).toEqual(refusedWith('failed'))
    })

    it('accepts a callback once, from the browser that started the sign-in, with its own state', async () => {
      const person = aPerson()
      await anAccount(person.email)
      provider.person = person
      const [mine, theirs] = [await setOut(server), await setOut(server)]
      const search = await atProvider(mine.url)
      expect(await comeBack(server, search, '')).toEqual(refusedWith('expired'))
      expect(await comeBack(server, search, theirs.flow)).toEqual(refusedWith('failed'))
      expect(await whoIs((await comeBack(server, search, mine.flow)).session)).toBe(person.email)
      expect(await comeBack(server, search, mine.flow)).toEqual(refusedWith('expired'))
    })

    it.each([
      '//evil.example',
      '/.//evil.example',
      '/%2e//evil.example',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ])('redirects afterwards to no other origin, such as %s', async (to) => {
      const person = aPerson()
      await anAccount(person.email)
      expect((await signIn(person, { body: { to } })).to).toBe('/')
    })
  })

  describe('an account', () => {
    it('is connected and disconnected by the signed-in account, to one person at the provider', async () => {
      const person = aPerson()
      const account = await anAccount('somebody@else.example')
      const { signInSessions } = server.services
      const cookie = `tributary_session=${await signInSessions.start(account.id)}`
      provider.person = person
      const { url, flow } = await setOut(server, { path: 'account/oidc', cookie })
      const back = await comeBack(server, await atProvider(url), `${flow}; ${cookie}`)
      expect(back.to).toBe('/account')
      const ways = () => server.request('GET', '/api/app/account/sign-in', { headers: { cookie } })
      const oidc = (isLinked: boolean) => ({ body: { data: { oidc: { name: 'Acme', isLinked } } } })
      expect(await ways()).toMatchObject(oidc(true))
      expect(await whoIs((await signIn(person)).session)).toBe(account.email)
      await server.request('POST', '/api/app/account/oidc/remove', {
        headers: { ...own, cookie },
        body: {},
      })
      expect(await ways()).toMatchObject(oidc(false))
      expect(await signIn(person)).toEqual(refusedWith('unknown'))
    })
  })

  describe('where the provider is the only way in', () => {
    it('refuses passwords and passkeys, and addresses of other domains', async () => {
      const person = aPerson()
      await anAccount(person.email, strict)
      const body = { email: person.email, password }
      const reply = await strict.request('POST', '/api/app/session', { headers: own, body })
      expect(reply).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringContaining('Sign in with Acme') } },
      })
      expect((await strict.request('GET', '/api/app/sign-in')).body).toEqual({
        status: 'success',
        data: {
          isPasswordOn: false,
          mailsResetLinks: false,
          passkeyOrigin: null,
          oidcName: 'Acme',
        },
      })
      const { session } = await signIn(person, { on: strict })
      expect(await whoIs(session, strict)).toBe(person.email)
      const outsider = aPerson('p@acme.example.evil.example')
      await anAccount(outsider.email, strict)
      expect(await signIn(outsider, { on: strict })).toEqual(refusedWith('domain'))
    })
  })

  describe('the doctor', () => {
    it('says whether the provider is there, and what it must know', async () => {
      const { config } = server.services
      expect(await checkOidc(config)).toBe(
        `Acme answers; it must know the redirect address ${config.publicUrl}/api/app/oidc/callback`,
      )
      const oidc = config.oidc && { ...config.oidc, issuer: `${provider.issuer}/other` }
      await expect(checkOidc({ ...config, oidc })).rejects.toThrow('is no OpenID Connect provider')
    })
  })
})
