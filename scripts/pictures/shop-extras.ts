/** What the demo shop has in addition to its history: current visitors, ads, annotations and saved views. */
import { dayMs, minuteMs } from '../../server/src/time/durations.ts'

/** The server that receives the story: its address, a key of the shop, and a signed-in person. */
export interface Shop {
  url: string
  siteId: string
  key: string
  /** The `cookie` header of the person's session. */
  cookie: string
}

/** Opens a session of the dashboard and returns its cookie. */
export async function signIn(
  url: string,
  person: { email: string; password: string },
): Promise<string> {
  const reply = await send(`${url}/api/app/session`, 'POST', person, {
    origin: url,
    'sec-fetch-site': 'same-origin',
  })
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Visitors of the last half hour, so that the realtime page is not empty, and one payment. */
export async function tellLiveVisits(shop: Shop): Promise<{ paymentId: string }> {
  const places = ['US', 'DE', 'GB', 'US', 'FR', 'NL', 'US', 'JP']
  const paths = ['/', '/pricing', '/features', '/docs', '/blog/what-pays']
  const referrers = ['https://www.google.com/', '', 'https://chatgpt.com/', 'https://github.com/']
  const now = Date.now()
  const userAgent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
  const seen = new Set<number>()
  const events = Array.from({ length: 64 }, (_, index) => ({
    person: index % 23,
    path: paths[(index * 3) % 5],
    atMs: now - ((index * 11 + Math.floor(index / 9)) % 29) * minuteMs - (index % 7) * 5000,
  }))
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ person, path, atMs }) => {
      const referrer = seen.has(person) ? '' : referrers[person % 4]
      seen.add(person)
      return {
        type: 'pageview',
        visitorId: `live-${person}`,
        sessionId: `live-s${person}`,
        url: `https://northlight.example${path}`,
        country: places[person % 8],
        userAgent,
        timestamp: new Date(atMs).toISOString(),
        ...(referrer !== '' && { referrer }),
      }
    })
  // The customer of the receipt visited three times before.
  const earlier = [
    { days: 12, referrer: 'https://www.reddit.com/r/selfhosted', path: '/blog/what-pays' },
    { days: 5, referrer: 'https://www.google.com/', path: '/features' },
    { days: 1, path: '/pricing?utm_source=newsletter&utm_medium=email&utm_campaign=letter-12' },
  ].map(({ days, path, ...from }) => ({
    type: 'pageview',
    visitorId: 'live-3',
    sessionId: `live-s3-${days}`,
    url: `https://northlight.example${path}`,
    country: 'US',
    userAgent,
    timestamp: new Date(now - days * dayMs).toISOString(),
    ...from,
  }))
  await tell(shop, 'POST events', [...earlier, ...events])
  const paid = await tell(shop, 'POST payment', {
    provider: 'stripe',
    providerPaymentId: 'pi_live',
    amount: 49,
    currency: 'USD',
    visitorId: 'live-3',
  })
  return ((await paid.json()) as { data: { paymentId: string } }).data
}

/** Payments that the shop system and its gateway both report; the first is the one that counts. */
export async function tellEqualPayments(shop: Shop): Promise<void> {
  for (const [index, email] of ['ada@mail.example', 'ben@mail.example'].entries()) {
    for (const [provider, minutes] of [
      ['woocommerce', 0],
      ['stripe', 2],
    ] as const) {
      await tell(shop, 'POST payment', {
        ...{ provider, providerPaymentId: `${provider}-${1001 + index}`, amount: 49 },
        ...{ currency: 'USD', customerEmail: email },
        timestamp: new Date(Date.now() - (index + 1) * dayMs + minutes * minuteMs).toISOString(),
      })
    }
  }
}

/** Ads of the last month for the two campaigns of the story, and one without any sales. */
export async function tellAdSpend(shop: Shop): Promise<void> {
  const campaigns = [
    { source: 'google', medium: 'cpc', campaign: 'brand', amount: 14, clicks: 5 },
    { source: 'newsletter', medium: 'email', campaign: 'letter-12', amount: 4, clicks: 4 },
    { source: 'reddit', medium: 'cpc', campaign: 'founders', amount: 9, clicks: 12 },
  ]
  const rows = Array.from({ length: 30 }, (_, day) => dayBefore(day)).flatMap((day, index) =>
    campaigns.map(({ amount, ...campaign }) => ({
      ...campaign,
      day,
      amount: Math.round(amount * (0.8 + ((index * 7) % 10) / 20) * 100) / 100,
      impressions: campaign.clicks * 60 + index,
    })),
  )
  await tell(shop, 'PUT spend', { rows })
}

export async function tellNotes(shop: Shop): Promise<void> {
  const notes = [
    { at: dayBefore(24), kind: 'launch', text: 'Version 2 is out', link: 'https://example.com/2' },
    { at: dayBefore(13), kind: 'price-change', text: 'Yearly plan for two months less' },
    { at: dayBefore(5), kind: 'campaign', text: 'Letter 12 goes out to 4,200 readers' },
    { at: dayBefore(2), until: dayBefore(1), kind: 'outage', text: 'Checkout answers slowly' },
  ]
  for (const [index, note] of notes.entries()) {
    await tell(shop, `PUT annotations?annotationId=story-${index}`, note)
  }
}

/** What a team sets up in the dashboard: funnels, a provider's endpoint, an invitation and a share link. */
export async function keepInDashboard(shop: Shop): Promise<{ sharePath: string }> {
  const keep = async (path: string, body: object) => {
    const address = `${shop.url}/api/app/sites/${shop.siteId}/${path}`
    const headers = { cookie: shop.cookie, origin: shop.url, 'sec-fetch-site': 'same-origin' }
    return (await (await send(address, 'POST', body, headers)).json()) as { data: { link: string } }
  }
  const [front, pricing, signup] = [{ page: '/' }, { page: '/pricing' }, { goal: 'signup' }]
  await keep('funnels', { name: 'Front page to sign-up', steps: [front, signup] })
  await keep('funnels', { name: 'Pricing page to sign-up', steps: [front, pricing, signup] })
  await keep('webhooks', { provider: 'stripe', secret: `whsec_${'A'.repeat(32)}` })
  await keep('invitations', { email: 'ben@northlight.example', role: 'viewer' })
  const shared = await keep('shares', {
    name: 'Open figures',
    panels: ['figures', 'chart', 'traffic', 'content', 'places', 'goals', 'live'],
    showsMoney: true,
  })
  const { pathname, hash } = new URL(shared.data.link)
  return { sharePath: pathname + hash }
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
}

function tell({ url, key }: Shop, call: `${'POST' | 'PUT'} ${string}`, body: object) {
  const [method = '', path = ''] = call.split(' ')
  return send(`${url}/api/v1/${path}`, method, body, { authorization: `Bearer ${key}` })
}

async function send(
  url: string,
  method: string,
  body: object,
  headers: Record<string, string>,
): Promise<Response> {
  const reply = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (reply.ok) return reply
  throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
}
