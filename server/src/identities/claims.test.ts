import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'
import { updateSite } from '../site-settings/change-site.ts'
import { anEvent } from '../test/an-event.ts'
import { inLongForm, itInLongForm } from '../test/long-form.ts'
import type { TestServer } from '../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../test/server-stores.ts'
import { identityKey } from './identity-key.ts'

inLongForm(describeOnServers, describeOnSqliteServer)('claims of who a visitor is', (start) => {
  const minute = 60_000
  const email = 'ana@shop.test'

  let server: TestServer
  let site: Site
  let key: string
  let serial = 0

  beforeAll(async () => {
    server = await start({ config: { trustedProxies: ['127.0.0.1'] } })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    ;({ site, key } = await server.aSite({ domains: ['shop.example'], identification: true }))
  })

  const post = async (path: string, body: object) => {
    const reply = await server.request('POST', path, { key, body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return (reply.body as { data: Record<string, unknown> }).data
  }

  async function visit(visitorId: string, agoMs: number): Promise<void> {
    const timestampMs = Date.now() - agoMs
    await server.services.events.append([
      anEvent({ siteId: site.id, visitorId, sessionId: `s_${visitorId}`, timestampMs }),
    ])
  }

  /** Claims that any browser can send. Returns why one was dropped, null if it was not. */
  async function identifyInBrowser(visitorId: string, claims: object): Promise<string | null> {
    const url = 'https://shop.example/'
    const body = { siteId: site.id, type: 'identify', visitorId, sessionId: 's', url, ...claims }
    const headers = { 'x-forwarded-for': `81.2.69.${++serial % 250}` }
    const reply = await server.request('POST', '/api/collect', { body, headers })
    expect(reply.status, JSON.stringify(reply.body)).toBe(202)
    return reply.headers.get('x-tributary-dropped')
  }

  async function pay(more: object): Promise<{
    visitorId: string | null
    link: { method: string; confidence: number; pathVisitorIds: string[] }
  }> {
    const payment = { provider: 'custom', providerPaymentId: `pi_${++serial}`, amount: 20, ...more }
    const { paymentId } = await post('/api/v1/payment', payment)
    return read(String(paymentId))
  }

  async function read(paymentId: string) {
    const reply = await server.request('GET', `/api/v1/payment?paymentId=${paymentId}`, { key })
    return (reply.body as { data: Awaited<ReturnType<typeof pay>> }).data
  }

  async function devicesOf(visitorId: string): Promise<string[]> {
    const path = `/api/v1/visitors/profile?visitorId=${visitorId}`
    const reply = await server.request('GET', path, { key })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { devices } = (reply.body as { data: { devices: { visitorId: string }[] } }).data
    return devices.map((device) => device.visitorId).sort()
  }

  const sign = (claim: string) => {
    const { secrets } = server.services
    return createHmac('sha256', identityKey(secrets, site)).update(claim).digest('hex')
  }

  describe('a forged identify', () => {
    it("gets no payment of a customer whom the site's server identified, nor do six of them", async () => {
      await visit('ana', 60 * minute)
      await post('/api/v1/identify', { visitorId: 'ana', email })
      for (let n = 1; n <= 6; n++) {
        await visit(`forger_${n}`, n * minute)
        expect(await identifyInBrowser(`forger_${n}`, { email })).toBeNull()
      }
      const paid = await pay({ customerEmail: email })
      expect(paid).toMatchObject({ visitorId: 'ana', link: { method: 'email', confidence: 0.97 } })
      expect(paid.link.pathVisitorIds).toEqual(['ana'])
    })

    it('gets no payment of a customer whom an earlier payment names with ids', async () => {
      await visit('ana', 60 * minute)
      const metadata = { tributary_visitor_id: 'ana' }
      expect(await pay({ customerEmail: email, metadata })).toMatchObject({ visitorId: 'ana' })
      await visit('forger', 5 * minute)
      await identifyInBrowser('forger', { email })
      expect(await pay({ customerEmail: email })).toMatchObject({
        visitorId: 'ana',
        link: { method: 'email', pathVisitorIds: ['ana'] },
      })
    })

    it("takes nothing away that was linked by the customer's own browser before", async () => {
      await visit('ana', 60 * minute)
      await identifyInBrowser('ana', { email })
      const paymentId = String(
        (
          await post('/api/v1/payment', {
            ...{ provider: 'custom', providerPaymentId: 'before', amount: 9, customerEmail: email },
          })
        ).paymentId,
      )
      expect(await read(paymentId)).toMatchObject({ visitorId: 'ana' })
      for (let n = 1; n <= 6; n++) await identifyInBrowser(`forger_${n}`, { email })
      await server.services.payments.flush()
      expect(await read(paymentId)).toMatchObject({ visitorId: 'ana' })
    })

    it("joins no stranger to a customer's profile, nor the customer to the stranger's", async () => {
      await visit('ana', 60 * minute)
      await visit('ana-phone', 50 * minute)
      await visit('forger', 5 * minute)
      for (const visitorId of ['ana', 'ana-phone']) {
        await post('/api/v1/identify', { visitorId, userId: 'u1', email })
      }
      await identifyInBrowser('forger', { userId: 'u1', email })
      expect(await devicesOf('ana')).toEqual(['ana', 'ana-phone'])
      expect(await devicesOf('forger')).toEqual(['forger'])
    })
  })

  describe('on a site without a server that identifies, forged claims of browsers', () => {
    /** Sets when a visitor claimed the address. */
    async function claimedAgo(visitorId: string, agoMs: number): Promise<void> {
      const { db } = server.services.control
      await db
        .updateTable('identities')
        .set({ first_seen_ms: Date.now() - agoMs })
        .where('site_id', '=', site.id)
        .where('visitor_id', '=', visitorId)
        .execute()
    }

    async function forge(count: number, visitMs: number): Promise<void> {
      for (let n = 1; n <= count; n++) {
        const name = `a_forger_${n}`
        await visit(name, visitMs)
        expect(await identifyInBrowser(name, { email })).toBeNull()
      }
    }

    itInLongForm(
      'unlink no payment of the only one of them who was on the site, not even 60 of them',
      async () => {
        await visit('ana', 30 * minute)
        await identifyInBrowser('ana', { email })
        await forge(6, 300 * minute)
        const linked = { visitorId: 'ana', link: { method: 'email', confidence: 0.7 } }
        const paid = await pay({ customerEmail: email })
        expect(paid).toMatchObject(linked)
        expect(paid.link.pathVisitorIds).toEqual(['ana'])
        await forge(60, 300 * minute)
        expect(await pay({ customerEmail: email })).toMatchObject(linked)
      },
    )

    it('unlink no payment of a customer who claimed the address a day before them', async () => {
      await visit('ana', 30 * minute)
      await identifyInBrowser('ana', { email })
      await claimedAgo('ana', 25 * 60 * minute)
      await forge(6, 5 * minute)
      expect(await pay({ customerEmail: email })).toMatchObject({
        visitorId: 'ana',
        link: { method: 'email', confidence: 0.7, pathVisitorIds: ['ana'] },
      })
    })

    it('leave a payment unlinked where all claimed and came at the same time', async () => {
      await visit('ana', 30 * minute)
      await identifyInBrowser('ana', { email })
      await forge(6, 5 * minute)
      expect(await pay({ customerEmail: email })).toMatchObject({ visitorId: null })
    })
  })

  describe('a signed identify', () => {
    it("counts like the server's own", async () => {
      await visit('ana', 5 * minute)
      expect(await identifyInBrowser('ana', { email, signature: sign(email) })).toBeNull()
      expect(await pay({ customerEmail: email })).toMatchObject({
        visitorId: 'ana',
        link: { method: 'email', confidence: 0.97 },
      })
    })

    it('is refused with a wrong signature, also one of another claim or of an old key', async () => {
      const old = sign('u1')
      expect(await identifyInBrowser('a', { userId: 'u1', signature: sign('u2') })).toBe(
        'signature-wrong',
      )
      expect(await identifyInBrowser('a', { userId: 'u1', signature: 'é' })).toBe('signature-wrong')
      await updateSite(server.services.control, site.id, { identityKeyVersion: 2 })
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      expect(await identifyInBrowser('a', { userId: 'u1', signature: old })).toBe('signature-wrong')
    })

    it('is the only one that counts where the site requires it', async () => {
      await updateSite(server.services.control, site.id, { requireSignedIdentify: true })
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      await visit('ana', 5 * minute)
      await visit('forger', 2 * minute)
      expect(await identifyInBrowser('forger', { email })).toBe('signature-missing')
      const both = { userId: 'u1', email, signature: sign('u1') }
      // The signature is of the user id, so it says nothing about the address.
      expect(await identifyInBrowser('forger', both)).toBeNull()
      expect(await pay({ customerEmail: email })).toMatchObject({ link: { method: 'none' } })
      const signed = { ...both, emailSignature: sign(email) }
      expect(await identifyInBrowser('ana', signed)).toBeNull()
      expect(await pay({ customerEmail: email })).toMatchObject({ visitorId: 'ana' })
    })
  })

  describe('a payment linked by ids', () => {
    it("has all of the person's devices in its path that the server vouches for, also later ones", async () => {
      await visit('ana', 60 * minute)
      await visit('ana-phone', 90 * minute)
      await visit('forger', 80 * minute)
      await post('/api/v1/identify', { visitorId: 'ana', userId: 'u1' })
      await identifyInBrowser('forger', { userId: 'u1' })
      const { paymentId } = await post('/api/v1/payment', {
        ...{ provider: 'custom', providerPaymentId: 'ids', amount: 9, visitorId: 'ana' },
      })
      expect((await read(String(paymentId))).link).toMatchObject({
        ...{ method: 'ids', pathVisitorIds: ['ana'] },
      })
      await post('/api/v1/identify', { visitorId: 'ana-phone', userId: 'u1' })
      await server.services.payments.flush()
      expect((await read(String(paymentId))).link).toMatchObject({
        ...{ method: 'ids', pathVisitorIds: ['ana', 'ana-phone'] },
      })
    })
  })
})
