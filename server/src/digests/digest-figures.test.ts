import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson, type PersonHeaders } from '../test/a-person.ts'
import { aShopWith, type Shop } from '../test/providers/webhook-sender.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
let headers: PersonHeaders
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  headers = await aPerson(server.services, { role: 'owner' })
})
afterAll(() => server?.close())

/** A Paddle transaction of yesterday: 29.90, of which 4.98 are tax. */
function sale(id: string, fee: string | null) {
  const at = new Date(Date.now() - 86_400_000).toISOString()
  return {
    ...{ event_id: `evt_${id}`, event_type: 'transaction.completed', occurred_at: at },
    data: {
      ...{ id, billed_at: at },
      details: {
        totals: { total: '2990', grand_total: '2990', tax: '498', fee, currency_code: 'USD' },
      },
    },
  }
}

/** Yesterday's digest of a shop, as the settings preview it. */
async function digestOf({ siteId }: Pick<Shop, 'siteId'>, language: MailLanguage): Promise<string> {
  const reply = await server.request('POST', `/api/app/account/digests/${siteId}/preview`, {
    headers,
    body: { frequency: 'daily', language },
  })
  expect(reply.status).toBe(200)
  return (reply.body as { data: { text: string } }).data.text
}

it('says what is left of the revenue, and for which share of payments fees are known', async () => {
  const shop = await aShopWith(server, 'paddle')
  await shop.send(sale('txn_1', '200'))
  await shop.send(sale('txn_2', null))
  const english = await digestOf(shop, 'en')
  expect(english).toContain('Revenue: $59.80')
  expect(english).toContain('Take-home: $47.84 (fees known for 50% of payments)')
  expect(await digestOf(shop, 'de')).toMatch(
    /Nettoerlös: 47,84\s\$ \(Gebühren für 50\s% der Zahlungen bekannt\)/,
  )
  expect(await digestOf(shop, 'es')).toMatch(
    /Ingreso neto: 47,84\s\$ \(comisiones conocidas del 50\s% de los pagos\)/,
  )
})

it('says nothing of take-home where no fees are known', async () => {
  const shop = await aShopWith(server, 'paddle')
  await shop.send(sale('txn_1', null))
  const text = await digestOf(shop, 'en')
  expect(text).toContain('Revenue: $29.90')
  expect(text).not.toContain('Take-home')
})

it('lists money that two systems report once, and of refunded payments what is left', async () => {
  const { site, key } = await server.aSite()
  const changed = await server.request('PATCH', `/api/app/sites/${site.id}`, {
    headers,
    body: { primaryProvider: 'stripe' },
  })
  expect(changed.status).toBe(200)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const pay = async (providerPaymentId: string, amount: number, report: object = {}) => {
    const sold = { provider: 'stripe', currency: 'USD', timestamp: yesterday }
    const body = { ...sold, providerPaymentId, amount, ...report }
    const reply = await server.request('POST', '/api/v1/payment', { key, body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
  const ada = { customerEmail: 'ada@shop.example' }
  await pay('pi_desk', 80, ada)
  await pay('1001', 80, { ...ada, provider: 'woocommerce' })
  await pay('pi_lamp', 30)
  await pay('pi_sofa', 90)
  await pay('pi_sofa', 90, { refunded: true, refundedAmount: 85 })
  const text = await digestOf({ siteId: site.id }, 'en')
  const [, largest = ''] = text.split('Largest payments')
  expect(largest.match(/\$[\d.]+/g)).toEqual(['$80.00', '$30.00', '$5.00'])
})

it.each([
  ['en', /^Not linked: \$29\.90 \(no visitor known\)$/m],
  ['de', /^Nicht verknüpft: 29,90\s\$ \(kein Besucher bekannt\)$/m],
  ['es', /^Sin vincular: 29,90\s\$ \(visitante desconocido\)$/m],
] as const)(
  'names revenue of unknown visitors in the language of its reader: %s',
  async (language, line) => {
    const shop = await aShopWith(server, 'paddle')
    await shop.send(sale('txn_1', null))
    expect(await digestOf(shop, language)).toMatch(line)
  },
)
