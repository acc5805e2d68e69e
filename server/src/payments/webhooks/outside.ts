import { rootCertificates } from 'node:tls'
import { LRUCache } from 'lru-cache'
import { openRequests, type RequestOutside } from '../../outside/request-outside.ts'
import { dayMs } from '../../time/durations.ts'
import type { Outside } from '../providers/provider.ts'
import { type Fields, fieldsOf, textOf } from '../providers/wire/fields.ts'
import { paypalEvents } from './paypal-api.ts'

/** Other addresses to ask, for tests against a local server. */
export interface OutsideOptions {
  gumroadUrl?: string
  paypalUrl?: string
  request?: RequestOutside
  trustedRoots?: readonly string[]
}

/** Gumroad gives up on us after 5 seconds. */
const timeoutMs = 3000
const longestAnswer = 64 * 1024

/**
 * External look-ups for checking a delivery: PayPal's certificates, cached for a day, its events, and Gumroad's
 * sales. Never follows a redirect, never reads more than it must, and asks public addresses only.
 */
export function openOutside(options: OutsideOptions = {}): Outside {
  const { gumroadUrl = 'https://api.gumroad.com', trustedRoots = rootCertificates } = options
  const request = options.request ?? openRequests({ privateTargets: [] })
  const certificates = new LRUCache<string, string>({ max: 20, ttl: dayMs })

  const get = (url: string, headers: Record<string, string>) =>
    request(url, { headers, timeoutMs, longestAnswer })

  return {
    trustedRoots,
    async readCertificates(url) {
      const known = certificates.get(url)
      if (known !== undefined) return known
      const { status, text: pem } = await get(url, {})
      if (status !== 200) throw new Error(`PayPal's certificate answered ${status}`)
      if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
        throw new Error('PayPal answered without a certificate')
      }
      certificates.set(url, pem)
      return pem
    },
    async findGumroadSale(saleId, apiToken): Promise<Fields | undefined> {
      const url = `${gumroadUrl}/v2/sales/${encodeURIComponent(saleId)}`
      const { status, text } = await get(url, { authorization: `Bearer ${apiToken}` })
      if (status === 404) return undefined
      if (status !== 200) throw new Error(`Gumroad's API answered ${status}`)
      const answer = fieldsOf(JSON.parse(text))
      if (answer.success === false) return undefined
      const sale = fieldsOf(answer.sale)
      if (textOf(sale.id) !== saleId) throw new Error("Gumroad's API answered without the sale")
      return sale
    },
    findPaypalEvent: paypalEvents(request, options.paypalUrl),
  }
}
