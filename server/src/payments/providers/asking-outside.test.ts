import { sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRequests } from '../../outside/request-outside.ts'
import { aCertificate, type TestCertificate } from '../../test/certificate.ts'
import { openOutside } from '../webhooks/outside.ts'
import { gumroad } from './gumroad.ts'
import { paypal } from './paypal.ts'
import { isPaypalAddress } from './paypal-signature.ts'
import type { EndpointKeys } from './provider.ts'

// Checks that call another service: a stub of Gumroad's API, and a certificate authority of our own in the place of
// PayPal's.

const nowMs = Date.now()

describe('PayPal', () => {
  const root = aCertificate({ name: 'Test root', isAuthority: true })
  const middle = aCertificate({ name: 'Test middle', isAuthority: true, issuer: root })
  const name = 'messageverificationcerts.paypal.com'
  const signer = aCertificate({ name, isAuthority: false, issuer: middle })
  const body = Buffer.from(
    JSON.stringify({
      id: 'WH-1',
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      create_time: '2026-11-01T10:00:00Z',
      resource: {
        id: 'CAP1',
        amount: { value: '5.00', currency_code: 'USD' },
        custom_id: 'v_1:s_1',
        note: 'Grüße',
      },
    }),
  )
  const keys: EndpointKeys = {
    ...{ secrets: ['WH-ID-1'], toleranceSeconds: null },
    ...{ isTest: false, options: {} },
  }

  /** Checks a delivery that was signed with this certificate's key for a webhook id. */
  async function check(
    given: {
      certificate?: TestCertificate
      chain?: string
      webhookId?: string
      url?: string
      body?: Buffer
    } = {},
  ) {
    const { certificate = signer, webhookId = 'WH-ID-1' } = given
    const time = new Date(nowMs).toISOString()
    const message = `id-1|${time}|${webhookId}|${crc32(body)}`
    const headers = {
      'paypal-transmission-id': 'id-1',
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(message), certificate.key).toString(
        'base64',
      ),
      'paypal-cert-url': given.url ?? 'https://api.paypal.com/v1/notifications/certs/CERT-1',
      'paypal-auth-algo': 'SHA256withRSA',
    }
    const outside = {
      ...openOutside({ trustedRoots: [root.pem] }),
      readCertificates: async () => given.chain ?? certificate.pem + middle.pem,
    }
    return paypal.verify({ body: given.body ?? body, headers }, keys, { nowMs, outside })
  }

  it('accepts what a certificate signed that leads to a trusted root', async () => {
    expect(await check()).toEqual({ kind: 'accepted' })
  })

  it('marks what the simulator sends', async () => {
    const verdict = await check({ webhookId: 'WEBHOOK_ID' })
    expect(verdict).toEqual({ kind: 'accepted', notes: { 'tributary-paypal-simulator': '1' } })
  })

  it.each([
    ['another webhook', { webhookId: 'WH-ID-2' }, 'wrong-signature'],
    ['a changed body', { body: Buffer.from('{}') }, 'wrong-signature'],
    ['a chain with a gap', { chain: signer.pem }, 'untrusted-certificate'],
    ['no certificate', { chain: 'nothing' }, 'untrusted-certificate'],
    ['another machine', { url: 'https://paypal.com.evil.example/c' }, 'untrusted-certificate'],
    [
      'another name',
      { certificate: aCertificate({ name: 'evil.example', isAuthority: false, issuer: middle }) },
      'untrusted-certificate',
    ],
    [
      'a root of its own',
      { certificate: aCertificate({ name, isAuthority: false }) },
      'untrusted-certificate',
    ],
    [
      'a certificate of the past',
      {
        certificate: aCertificate({
          ...{ name, isAuthority: false, issuer: middle },
          ...{ validFrom: new Date('2020-01-01'), validTo: new Date('2021-01-01') },
        }),
      },
      'untrusted-certificate',
    ],
  ])('refuses %s', async (_what, given, reason) => {
    expect(await check(given)).toEqual({ kind: 'rejected', reason })
  })

  it.each([
    'http://api.paypal.com/cert',
    'https://api.paypal.com:8443/cert',
    'https://paypal.com@evil.example/cert',
    'https://evilpaypal.com/cert',
    'https://127.0.0.1/cert',
    'file:///etc/passwd',
  ])('does not ask %s for a certificate', (url) => {
    expect(isPaypalAddress(url)).toBe(false)
  })

  it('asks for a certificate again after an answer that has none', async () => {
    const answers = ['<html>busy</html>', signer.pem]
    const request = async () => ({ status: 200, headers: {}, text: answers.shift() ?? '' })
    const { readCertificates } = openOutside({ request })
    const address = 'https://api.paypal.com/v1/notifications/certs/CERT-1'
    await expect(readCertificates(address)).rejects.toThrow('without a certificate')
    expect(await readCertificates(address)).toBe(signer.pem)
    expect(await readCertificates(address)).toBe(signer.pem)
  })

  it('reads captures, subscription sales, refunds and disputes', () => {
    const translate = (event_type: string, resource: object) =>
      paypal.translate(
        { key: 'k', type: event_type, isTest: false, body: { resource } },
        { body, headers: {} },
      )
    const event = paypal.read({ body, headers: {} })
    expect(paypal.translate(event, { body, headers: {} })).toMatchObject([
      { kind: 'payment', ids: ['CAP1'], amountMinor: 500, visitorId: 'v_1', sessionId: 's_1' },
    ])
    const amount = { total: '19.00', currency: 'USD' }
    expect(
      translate('PAYMENT.SALE.COMPLETED', { id: 'S1', billing_agreement_id: 'I-1', amount }),
    ).toMatchObject([{ amountMinor: 1900, subscriptionId: 'I-1', renewal: null }])
    const links = [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/CAP1' }]
    const back = { value: '2.00', currency_code: 'USD' }
    expect(
      translate('PAYMENT.CAPTURE.REFUNDED', { id: 'R1', status: 'COMPLETED', amount: back, links }),
    ).toMatchObject([{ kind: 'refund', ids: ['CAP1'], refundId: 'R1', amountMinor: 200 }])
    const dispute = {
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
      disputed_transactions: [{ seller_transaction_id: 'CAP1' }],
      dispute_amount: back,
    }
    expect(translate('CUSTOMER.DISPUTE.RESOLVED', dispute)).toMatchObject([
      { kind: 'dispute', state: 'lost', ids: ['CAP1'], amountMinor: 200 },
    ])
  })
})

describe('Gumroad', () => {
  const sales: Record<string, object> = {
    real: { refunded: false },
    whole: { price: 2900, refunded: false, disputed: false, dispute_won: false },
    gone: { price: 2900, refunded: true, disputed: true, dispute_won: true },
    part: { refunded: false, partially_refunded: true, amount_refundable_in_currency: '20.00' },
    other: { id: 'whole' },
  }
  const api = createServer((request, response) => {
    const id = request.url?.split('/').at(-1) ?? ''
    const isAllowed = request.headers.authorization === 'Bearer token-1'
    response.statusCode = id === 'broken' ? 500 : id in sales && isAllowed ? 200 : 404
    response.end(JSON.stringify({ success: id in sales, sale: { id, ...sales[id] } }))
  })
  let outside: ReturnType<typeof openOutside>
  beforeAll(async () => {
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
    const { port } = api.address() as AddressInfo
    const request = openRequests({ privateTargets: ['127.0.0.1'] })
    outside = openOutside({ gumroadUrl: `http://127.0.0.1:${port}`, request })
  })
  afterAll(() => api.close())

  const keys: EndpointKeys = {
    secrets: [],
    toleranceSeconds: null,
    isTest: false,
    options: { apiToken: 'token-1' },
  }
  const ping = (sale_id: string, more: object = {}) => ({
    body: Buffer.from(JSON.stringify({ sale_id, price: 2900, currency: 'usd', ...more })),
    headers: { 'content-type': 'application/json' },
  })
  const verify = async (delivery: ReturnType<typeof ping>) =>
    gumroad.verify(delivery, keys, { nowMs, outside })

  it('takes a sale that its API knows, and no other', async () => {
    expect(await verify(ping('real'))).toMatchObject({ kind: 'accepted' })
    expect(await verify(ping('made-up'))).toEqual({ kind: 'rejected', reason: 'unknown-sale' })
    await expect(verify(ping('broken'))).rejects.toThrow('500')
    await expect(verify(ping('other'))).rejects.toThrow('without the sale')
  })

  it.each([
    ['another price', { price: 290_000 }],
    ['no price at all', { price: 'much' }],
    ['a refund', { resource_name: 'refund', refunded: true }],
    ['a dispute', { resource_name: 'dispute', disputed: true }],
    ['a dispute won', { resource_name: 'dispute_won', dispute_won: true }],
  ])('does not take %s that its API denies', async (_what, forged) => {
    expect(await verify(ping('whole', forged))).toEqual({
      ...{ kind: 'rejected', reason: 'unknown-sale' },
    })
  })

  it('takes refunds and disputes that its API confirms', async () => {
    expect(await verify(ping('whole'))).toMatchObject({ kind: 'accepted' })
    for (const resource_name of ['refund', 'dispute', 'dispute_won']) {
      expect(await verify(ping('gone', { resource_name }))).toMatchObject({ kind: 'accepted' })
    }
  })

  it('learns there how much of a sale was refunded', async () => {
    const delivery = ping('part', { resource_name: 'refund' })
    const verdict = await verify(delivery)
    const notes = verdict.kind === 'accepted' ? verdict.notes : {}
    const noted = { ...delivery, headers: { ...delivery.headers, ...notes } }
    expect(gumroad.translate(gumroad.read(noted), noted)).toMatchObject([
      { kind: 'refund', how: 'total', amountMinor: 900, currency: 'USD' },
    ])
    expect(() => gumroad.translate(gumroad.read(delivery), delivery)).toThrow('set an API token')
  })
})
