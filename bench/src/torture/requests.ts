import type { Attempt } from './oracle.ts'
import type { Installation } from './victim.ts'

/** What a person's browser on the site sends with a hit. */
export const browserHeaders = {
  'content-type': 'application/json',
  origin: 'https://shop.example',
  'user-agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
}

/** The request that asks the server to store the attempt's subject. */
export function requestFor({ siteId, key }: Installation, attempt: Attempt) {
  const { path, body } = addressed(siteId, attempt)
  const isOpen = path === '/api/collect'
  const headers = { ...browserHeaders, ...(!isOpen && { authorization: `Bearer ${key}` }) }
  return { path, headers, body }
}

/** Each visitor has two sessions in turn, as with two tabs of a browser that shares no session. */
export function sessionOf({ id, visitorId }: Pick<Attempt, 'id' | 'visitorId'>): string {
  return `s-${visitorId}-${/[13579]$/.test(id) ? 'odd' : 'even'}`
}

function addressed(siteId: string, attempt: Attempt) {
  const { id, kind, visitorId, amountMinor } = attempt
  const url = `https://shop.example${id}`
  const sessionId = sessionOf(attempt)
  switch (kind) {
    case 'pageview':
      return { path: '/api/collect', body: { siteId, type: kind, visitorId, sessionId, url } }
    case 'goal':
      return {
        path: '/api/collect',
        body: { siteId, type: kind, visitorId, sessionId, url, name: 'goal' },
      }
    case 'server-goal':
      return { path: '/api/v1/goal', body: { event: 'goal', visitorId, path: id } }
    case 'payment': {
      const money = { amount: amountMinor / 100, currency: 'USD' }
      const body = { provider: 'custom', providerPaymentId: id, visitorId, ...money }
      return { path: '/api/v1/payment', body }
    }
  }
}
