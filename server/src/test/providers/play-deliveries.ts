import { createHash, randomBytes, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { PaymentData } from '@tributary/contract/payment.ts'
import { systemClock } from '../../clock.ts'
import { describePayment, findPayment } from '../../payments/ledger/find-payment.ts'
import type { Ledger } from '../../payments/ledger/known-fact.ts'
import { addEndpoint } from '../../payments/webhooks/manage-endpoints.ts'
import { openOutside } from '../../payments/webhooks/outside.ts'
import { openWebhooks, type Webhooks } from '../../payments/webhooks/webhooks.ts'
import { createSite } from '../../sites/manage-sites.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { deriveSecrets } from '../../store/control/secrets.ts'
import { aCertificate } from '../certificate.ts'
import type { Delivered } from '../webhooks/scenarios/scenario.ts'
import { signAs } from './webhook-signer.ts'

const secret = 'whsec_dHJpYnV0YXJ5LXNjZW5hcmlvcy0wMDAwMDAwMDAwMDE='
const arrivalMs = Date.now()
/** Replaces PayPal's certificate authority. */
const paypalKey = aCertificate({ name: 'messageverificationcerts.paypal.com', isAuthority: true })

/** A payment in the API's form, without what differs from site to site. */
export type LedgerPayment = Omit<PaymentData, 'paymentId' | 'receipt'> & {
  given: PaymentData['receipt']['given']
  feeLines: PaymentData['receipt']['fees']
  netTax: PaymentData['receipt']['netTax']
  discrepancies: string[]
}

export interface Player {
  /** Sends the deliveries in this order to a new site; returns the site's id. */
  play(provider: string, delivered: readonly Delivered[]): Promise<string>
  /** Creates an endpoint of a site; returns how to send a delivery there. */
  endpoint(provider: string, siteId: string): Promise<(delivered: Delivered) => Promise<void>>
  /** All payments of a site by their provider's id. */
  ledgerOf(siteId: string): Promise<LedgerPayment[]>
  close(): Promise<void>
}

/** Sends deliveries as the providers do, signed, to endpoints of new sites. */
export function openPlayer(
  control: ControlStore,
  ledger: Ledger = { control, secrets: deriveSecrets(randomBytes(24).toString('hex')) },
): Player {
  const failed: unknown[] = []
  const webhooks = openWebhooks({
    ledger,
    payments: { wake: () => undefined },
    outside: {
      ...openOutside({ trustedRoots: [paypalKey.pem] }),
      readCertificates: async () => paypalKey.pem,
    },
    // If a provider sends no time, the time of arrival counts, and it is the same for all.
    clock: { ...systemClock, now: () => arrivalMs },
    logger: { error: (given: unknown) => failed.push(given), warn: () => undefined },
  })
  const makeEndpoint: Player['endpoint'] = async (provider, siteId) => {
    const { endpoint } = await addEndpoint(ledger, siteId, { provider, secret }, Date.now())
    return async (one) => {
      await send(webhooks, endpoint, one)
      if (failed.length > 0) throw failed[0]
    }
  }
  return {
    async play(provider, delivered) {
      const { id } = await createSite(control.db, Date.now(), { domains: ['shop.example'] })
      const deliver = await makeEndpoint(provider, id)
      for (const one of delivered) await deliver(one)
      return id
    },
    endpoint: makeEndpoint,
    async ledgerOf(siteId) {
      const rows = await control.db
        .selectFrom('payments')
        .select('id')
        .where('site_id', '=', siteId)
        .execute()
      const shown = await Promise.all(rows.map(({ id }) => shownAs(ledger, siteId, id)))
      return shown.sort((a, b) => (a.providerPaymentId < b.providerPaymentId ? -1 : 1))
    },
    close: () => webhooks.close(),
  }
}

async function shownAs(ledger: Ledger, siteId: string, paymentId: string): Promise<LedgerPayment> {
  const payment = await findPayment(ledger, siteId, { paymentId })
  if (payment === undefined) throw new Error(`${paymentId} is not there`)
  const { paymentId: _own, receipt, ...rest } = await describePayment(ledger, payment)
  // The time of a report is not part of its content.
  const discrepancies = receipt.discrepancies.map(({ timestamp: _reported, ...one }) =>
    JSON.stringify(one),
  )
  const { given, fees: feeLines, netTax } = receipt
  return { ...rest, given, feeLines, netTax, discrepancies: discrepancies.sort() }
}

async function send(
  webhooks: Webhooks,
  endpoint: Parameters<Webhooks['receive']>[0],
  { body, topic = '' }: Delivered,
): Promise<void> {
  const provider = endpoint.provider.name
  const text = provider === 'gumroad' ? formOf(body) : JSON.stringify(body)
  const id = createHash('sha256').update(topic).update(text).digest('hex')
  const isForm = provider === 'gumroad'
  const headers =
    provider === 'paypal' ? signAsPaypal(text) : signAs(provider, text, { ...signing(), topic, id })
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  await webhooks.receive(endpoint, {
    body: Buffer.from(text),
    headers: { 'content-type': type, ...headers },
  })
}

function signing() {
  return { secret, nowMs: arrivalMs }
}

/** Gumroad's form: nested fields are named like `url_params[a]`, and every value is text. */
function formOf(body: object): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'object' || value === null) form.set(name, String(value))
    else for (const [inner, text] of Object.entries(value)) form.set(`${name}[${inner}]`, `${text}`)
  }
  return String(form)
}

function signAsPaypal(text: string): Record<string, string> {
  const time = new Date(arrivalMs).toISOString()
  const message = `transmission-1|${time}|${secret}|${crc32(text)}`
  return {
    'paypal-transmission-id': 'transmission-1',
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(message), paypalKey.key).toString(
      'base64',
    ),
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-auth-algo': 'SHA256withRSA',
  }
}
