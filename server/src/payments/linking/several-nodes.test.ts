import { describe, expect, it } from 'vitest'
import { hasPostgres } from '../../test/processes/postgres.ts'
import { twoNodes } from '../../test/two-nodes.ts'

describe.skipIf(!hasPostgres())('a payment that one of two nodes links', () => {
  const nodes = twoNodes()

  it('is linked to the visit that the other one had accepted and not inserted yet', async () => {
    const [one, other] = nodes()
    // A node that has just started processes everything that waits.
    for (const node of nodes()) await node.services.payments.sweep()
    const { key } = await one.aSite({ identification: true })
    const email = 'ana@mail.example'
    // Past payments that a server reports all at once: a payment of today gets a second look anyway.
    const paidMs = Date.now() - 2 * 86_400_000
    const before = (minutes: number) => new Date(paidMs - minutes * 60_000).toISOString()
    const visit = async (node: typeof one, visitorId: string, timestamp: string) => {
      const events = [{ type: 'pageview', visitorId, timestamp, url: 'https://shop.example/' }]
      const reply = await node.request('POST', '/api/v1/events', { key, body: { events } })
      expect(reply.body).toMatchObject({ data: { accepted: 1 } })
    }
    await visit(one, 'phone', before(4_000))
    await visit(one, 'laptop', before(3_000))
    for (const visitorId of ['laptop', 'phone']) {
      const body = { visitorId, email }
      expect(await one.request('POST', '/api/v1/identify', { key, body })).toMatchObject({
        status: 200,
      })
    }
    await visit(other, 'phone', before(5))
    const payment = { provider: 'custom', providerPaymentId: 'order-1' }
    const body = {
      ...payment,
      amount: 20,
      currency: 'USD',
      customerEmail: email,
      timestamp: before(0),
    }
    expect(await one.request('POST', '/api/v1/payment', { key, body })).toMatchObject({
      status: 200,
    })
    const linkedTo = async () => {
      const path = `/api/v1/payment?${new URLSearchParams(payment)}`
      const reply = await one.request('GET', path, { key })
      return (reply.body as { data: { visitorId: string | null } }).data.visitorId
    }
    await expect.poll(linkedTo, { timeout: 15_000 }).toBe('phone')
  })

  it('has its visits in reports, also one that was being inserted when they were copied', async () => {
    const [one] = nodes()
    const { engine } = one.services
    const { site, key } = await one.aSite()
    const paidMs = Date.now() - 2 * 86_400_000
    const visit = {
      type: 'pageview',
      visitorId: 'reader',
      url: 'https://shop.example/?utm_source=newsletter',
      timestamp: new Date(paidMs - 60_000).toISOString(),
    }
    await one.request('POST', '/api/v1/events', { key, body: { events: [visit] } })
    const payment = { provider: 'custom', providerPaymentId: 'order-2', visitorId: 'reader' }
    const body = {
      ...payment,
      amount: 20,
      currency: 'USD',
      timestamp: new Date(paidMs).toISOString(),
    }
    await one.request('POST', '/api/v1/payment', { key, body })
    const ofSite = 'where site_id = {site:String}'
    const ids = { site: site.id }
    const copied = async () => {
      const sql = `select count() as visits from payer_sessions ${ofSite}`
      const [found] = await engine.query<{ visits: string }>(sql, ids)
      return Number(found?.visits)
    }
    await expect.poll(copied).toBe(1)
    // As if the insert had looked for payers a moment before.
    await engine.command(`alter table payer_sessions delete ${ofSite}`, ids)
    await expect.poll(copied).toBe(1)
  })
})
