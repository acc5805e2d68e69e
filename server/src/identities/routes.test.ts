import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../test/server.ts'
import { describeOnServers } from '../test/server-stores.ts'

describeOnServers('identities', (start) => {
  let server: TestServer
  let key: string
  let siteId: string

  beforeAll(async () => {
    server = await start()
    const made = await server.aSite({ identification: true })
    key = made.key
    siteId = made.site.id
  })
  afterAll(() => server.close())

  const post = (body: unknown, asKey: string | undefined = key) =>
    server.request('POST', '/api/v1/identify', { ...(asKey && { key: asKey }), body })

  function identitiesOf(visitorId: string) {
    return server.services.control.db
      .selectFrom('identities')
      .select(['kind', 'value', 'origin'])
      .where('visitor_id', '=', visitorId)
      .orderBy('kind')
      .execute()
  }

  describe('POST /api/v1/identify', () => {
    it('200 keeps the user id, and of the address only a hash', async () => {
      const reply = await post({ visitorId: 'v_1', email: ' Ana@Example.com', userId: 'user_7' })
      expect(reply).toMatchObject({
        status: 200,
        body: { status: 'success', data: { message: 'Visitor identified' } },
      })
      const [email, user] = await identitiesOf('v_1')
      expect(email).toMatchObject({ kind: 'email', origin: 'server' })
      expect(email?.value).toMatch(/^[\w-]{43}$/)
      expect(user).toMatchObject({ kind: 'user', value: 'user_7', origin: 'server' })
    })

    it('200 for the same again, which is one identity', async () => {
      await Promise.all(
        Array.from({ length: 20 }, () => post({ visitorId: 'v_2', email: 'ben@example.com' })),
      )
      expect(await identitiesOf('v_2')).toHaveLength(1)
    })

    it('prefers what a server says to what a browser said, permanently', async () => {
      const site = await server.services.sites.find(siteId)
      if (site === undefined) throw new Error('no site')
      const claim = { visitorId: 'v_3', email: 'chen@example.com' }
      const { identities } = server.services
      await identities.record(site, { ...claim, origin: 'client' })
      expect(await identitiesOf('v_3')).toMatchObject([{ origin: 'client' }])
      await post(claim)
      await identities.record(site, { ...claim, origin: 'client' })
      expect(await identitiesOf('v_3')).toMatchObject([{ origin: 'server' }])
    })

    it.each([
      ['no visitorId', { email: 'a@b.example' }, 'visitorId parameter is required'],
      ['a blank visitorId', { visitorId: ' ' }, 'visitorId parameter is required'],
      ['neither email nor userId', { visitorId: 'v' }, 'email or userId must be given'],
      ['no address', { visitorId: 'v', email: 'ana' }, 'email must be an e-mail address'],
      ['a number as userId', { visitorId: 'v', userId: 7 }, 'userId must be a string'],
      [
        'a long address',
        { visitorId: 'v', email: `${'a'.repeat(320)}@b` },
        'email must be at most 320 characters',
      ],
    ])('400 for %s', async (_name, body, message) => {
      expect(await post(body)).toMatchObject({
        status: 400,
        body: { status: 'error', error: { code: 400, message } },
      })
    })

    it('401 without a key, 403 with one that may only read', async () => {
      const { token } = await server.services.apiKeys.create(siteId, {
        name: 'reader',
        scopes: ['visitors:read'],
      })
      expect((await post({ visitorId: 'v' }, '')).status).toBe(401)
      expect((await post({ visitorId: 'v' }, token)).status).toBe(403)
    })
  })
})
