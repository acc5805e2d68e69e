import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createSetupLink } from '../setup/setup-link.ts'
import type { TestServer } from '../test/server.ts'
import { describeOnServers } from '../test/server-stores.ts'

describeOnServers('signing in and setting up', (start) => {
  let server: TestServer
  beforeAll(async () => {
    server = await start({ own: true })
  })
  afterAll(() => server.close())

  const own = { 'sec-fetch-site': 'same-origin' }
  const password = 'correct horse battery'
  const refused = (code: number, message: string) => ({ status: 'error', error: { code, message } })

  async function setUpToken(): Promise<string> {
    const { control } = server.services
    const link = await createSetupLink(control, Date.now(), 'http://localhost')
    return new URL(link ?? '').hash.slice('#token='.length)
  }

  function post(path: string, body: unknown, headers: Record<string, string> = own) {
    return server.request('POST', path, { body, headers })
  }

  /** The cookie a reply sets, as the browser sends it back. */
  function cookieOf(headers: Headers): string {
    return headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  async function signIn(): Promise<string> {
    const reply = await post('/api/app/session', { email: 'ana@example.com', password })
    expect(reply.status).toBe(200)
    return cookieOf(reply.headers)
  }

  // The order matters: later suites need the account that the first one creates.
  describe('POST /api/app/setup', () => {
    it('403: refuses a wrong token and requests from elsewhere', async () => {
      const body = { token: 'x'.repeat(43), email: 'ana@example.com', password }
      const wrong = await post('/api/app/setup', body)
      expect(wrong.status).toBe(403)
      const foreign = { 'sec-fetch-site': 'cross-site', origin: server.url }
      const token = await setUpToken()
      for (const headers of [foreign, {}, { origin: 'https://evil.example' }]) {
        const reply = await post('/api/app/setup', { ...body, token }, headers)
        expect(reply.body).toEqual(refused(403, 'This request came from another site'))
      }
    })

    it('400: names the field that is missing or wrong', async () => {
      const token = await setUpToken()
      const email = 'ana@example.com'
      const cases = [
        [{ token, email }, 'password parameter is required'],
        [{ token, email, password: 'short' }, 'password must have at least 8 characters'],
        [{ token, email: 'ana', password }, 'email must be an e-mail address'],
      ] as const
      for (const [body, message] of cases) {
        expect((await post('/api/app/setup', body)).body).toEqual(refused(400, message))
      }
    })

    it('200: makes account and site, signs in, and ends every link', async () => {
      const [token, another] = [await setUpToken(), await setUpToken()]
      const needed = { status: 'success', data: { needed: true } }
      expect((await server.request('GET', '/api/app/setup')).body).toEqual(needed)
      const site = { domain: 'shop.example', timezone: 'Europe/Berlin', currency: 'EUR' }
      const body = { email: 'ana@example.com', password, site, installationRole: 'member' }
      const reply = await post('/api/app/setup', { ...body, token })
      expect(reply.body).toMatchObject({
        status: 'success',
        data: {
          account: { email: 'ana@example.com', installationRole: 'owner' },
          site: { domains: ['shop.example'], timezone: 'Europe/Berlin', currency: 'EUR' },
        },
      })
      expect(reply.headers.getSetCookie()[0]).toMatch(
        /^tributary_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      )
      const cookie = cookieOf(reply.headers)
      expect(
        (await server.request('GET', '/api/app/session', { headers: { cookie } })).status,
      ).toBe(200)
      expect((await post('/api/app/setup', { ...body, token: another })).status).toBe(403)
      const done = { status: 'success', data: { needed: false } }
      expect((await server.request('GET', '/api/app/setup')).body).toEqual(done)
    })
  })

  describe('behind https', () => {
    it('the cookie is for this host alone, and every reply asks for https from now on', async () => {
      const { services } = server
      const config = { ...services.config, publicUrl: 'https://stats.example' }
      const app = buildApp({ ...services, config })
      const wide = buildApp({ ...services, config: { ...config, hstsSubdomains: true } })
      const live = await wide.inject({ url: '/health/live' })
      expect(live.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
      await wide.close()
      const url = '/api/app/session'
      const payload = { email: 'ana@example.com', password }
      const signedIn = await app.inject({ method: 'POST', url, payload, headers: own })
      const set = String([signedIn.headers['set-cookie']].flat()[0])
      expect(set).toMatch(
        /^__Host-tributary_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      )
      expect(signedIn.headers['strict-transport-security']).toBe('max-age=31536000')
      const [cookie = ''] = set.split(';')
      expect((await app.inject({ url, headers: { cookie } })).statusCode).toBe(200)
      // A page without https, or on a sibling domain, can set this one.
      const plain = cookie.replace('__Host-', '')
      expect((await app.inject({ url, headers: { cookie: plain } })).statusCode).toBe(401)
      await app.close()
    })
  })

  describe('a host name that only collects', () => {
    it('serves hits and the script, and neither dashboard nor sign-in nor API', async () => {
      const { services } = server
      const config = { ...services.config, collectorHosts: ['t.shop.example'] }
      const app = buildApp({ ...services, config })
      const ask = async (method: 'GET' | 'POST', url: string, headers: Record<string, string>) =>
        (await app.inject({ method, url, headers })).statusCode
      for (const host of ['t.shop.example', 'T.shop.example:443', 't.shop.example.']) {
        expect(await ask('POST', '/api/collect', { host })).not.toBe(404)
        expect(await ask('GET', '/health/live', { host })).toBe(200)
        for (const path of ['/', '/sign-in', '/api/app/session', '/api/v1/visitor', '/metrics']) {
          expect([path, await ask('GET', path, { host })]).toEqual([path, 404])
        }
        expect(await ask('POST', '/api/app/session', { ...own, host })).toBe(404)
      }
      expect(await ask('GET', '/api/app/session', { host: 'stats.example' })).toBe(401)
      await app.close()
    })
  })

  describe('/api/app/session', () => {
    it('signs in with a new token each time, ends the old one, and signs out at once', async () => {
      const first = await signIn()
      const body = { email: 'ANA@example.com', password }
      const again = await post('/api/app/session', body, { ...own, cookie: first })
      const second = cookieOf(again.headers)
      expect(second).not.toBe(first)
      const status = async (cookie: string) =>
        (await server.request('GET', '/api/app/session', { headers: { cookie } })).status
      expect(await status(first)).toBe(401)
      expect(await status(second)).toBe(200)

      const foreign = { cookie: second, 'sec-fetch-site': 'cross-site' }
      expect(
        (await server.request('DELETE', '/api/app/session', { headers: foreign })).status,
      ).toBe(403)
      expect(await status(second)).toBe(200)
      const out = { headers: { ...own, cookie: second } }
      const reply = await server.request('DELETE', '/api/app/session', out)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('set-cookie')).toContain('tributary_session=; Path=/; Max-Age=0')
      expect(await status(second)).toBe(401)
    })

    it('401: no cookie, a made-up one, an empty one', async () => {
      for (const cookie of ['', 'tributary_session=', `tributary_session=${'x'.repeat(43)}`]) {
        const reply = await server.request('GET', '/api/app/session', { headers: { cookie } })
        expect(reply.status).toBe(401)
        expect(reply.headers.get('access-control-allow-origin')).toBeNull()
      }
    })

    it('401: the same words for a wrong password and for an unknown address', async () => {
      const wrong = { email: 'ana@example.com', password: 'wrong password' }
      const unknown = { email: 'unknown@example.com', password }
      for (const body of [wrong, unknown]) {
        const reply = await post('/api/app/session', body)
        expect(reply.body).toEqual(refused(401, 'Wrong e-mail address or password'))
      }
    })

    it('415: a form of another site cannot sign anybody in', async () => {
      const headers = { ...own, 'content-type': 'text/plain' }
      const body = JSON.stringify({ email: 'ana@example.com', password })
      const reply = await server.request('POST', '/api/app/session', { body, headers })
      expect(reply.status).toBe(415)
    })

    it('429: guesses are slowed down, for unknown addresses too', async () => {
      const guess = { email: 'victim@example.com', password: 'wrong password' }
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => post('/api/app/session', guess)),
      )
      const statuses = replies.map((reply) => reply.status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(5)
      const blocked = replies.find((reply) => reply.status === 429)
      expect(blocked?.headers.get('retry-after')).toBe('1')
      expect(blocked?.body).toEqual(refused(429, 'Too many attempts. Try again in 1 seconds.'))
    })
  })
})
