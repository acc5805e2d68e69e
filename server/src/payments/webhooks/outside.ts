import { rootCertificates } from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { Outside } from '../providers/provider.ts'
import { type Fields, fieldsOf } from '../providers/wire/fields.ts'

/** Where else to ask; for trying things out against a server of one's own. */
export interface OutsideOptions {
  gumroadUrl?: string
  fetch?: typeof fetch
  trustedRoots?: readonly string[]
}

/** Gumroad gives up on us after 5 seconds. */
const timeoutMs = 3000
const longestAnswer = 64 * 1024
const dayMs = 24 * 60 * 60_000

/**
 * What checking a delivery asks of others: PayPal's certificates, kept for a day, and Gumroad's sales.
 * Never follows a redirect and never reads more than it must. Addresses are checked by who asks.
 */
export function openOutside(options: OutsideOptions = {}): Outside {
  const { gumroadUrl = 'https://api.gumroad.com', trustedRoots = rootCertificates } = options
  const request = options.fetch ?? fetch
  const certificates = new LRUCache<string, string>({ max: 20, ttl: dayMs })

  async function get(url: string, headers: Record<string, string>): Promise<Response> {
    return request(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  }

  return {
    trustedRoots,
    async readCertificates(url) {
      const known = certificates.get(url)
      if (known !== undefined) return known
      const response = await get(url, {})
      if (!response.ok) throw new Error(`PayPal's certificate answered ${response.status}`)
      const pem = await readText(response)
      certificates.set(url, pem)
      return pem
    },
    async findGumroadSale(saleId, apiToken): Promise<Fields | undefined> {
      const url = `${gumroadUrl}/v2/sales/${encodeURIComponent(saleId)}`
      const response = await get(url, { authorization: `Bearer ${apiToken}` })
      if (response.status === 404) return undefined
      if (!response.ok) throw new Error(`Gumroad's API answered ${response.status}`)
      const answer = fieldsOf(JSON.parse(await readText(response)))
      return answer.success === true ? fieldsOf(answer.sale) : undefined
    },
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > longestAnswer) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
