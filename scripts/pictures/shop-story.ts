/** An invented shop for the pictures of the dashboard: two months, the same every time. */
import { dayMs } from '../../server/src/time/durations.ts'

const days = 60

// The traffic of each source: visits a day, and the share of its visitors who pay.
const sources = [
  { referrer: 'https://www.google.com/', visits: 26, pays: 0.012 },
  { referrer: '', visits: 18, pays: 0.018 },
  { referrer: 'https://www.reddit.com/r/selfhosted', visits: 13, pays: 0.006 },
  { referrer: 'https://chatgpt.com/', visits: 7, pays: 0.05 },
  { referrer: 'https://news.ycombinator.com/item?id=1', visits: 6, pays: 0.004 },
  { referrer: 'https://duckduckgo.com/', visits: 5, pays: 0.022 },
  { referrer: 'https://t.co/abc', visits: 5, pays: 0.003 },
  { referrer: 'https://github.com/', visits: 4, pays: 0.03 },
  {
    query: '?utm_source=newsletter&utm_medium=email&utm_campaign=letter-12',
    visits: 4,
    pays: 0.06,
  },
  { query: '?utm_source=google&utm_medium=cpc&utm_campaign=brand&gclid=x', visits: 5, pays: 0.02 },
]
const paths = ['/', '/', '/', '/pricing', '/features', '/blog/what-pays', '/docs', '/blog/launch']
const countries = [
  'US',
  'US',
  'US',
  'US',
  'DE',
  'DE',
  'GB',
  'GB',
  'FR',
  'CA',
  'NL',
  'IN',
  'SE',
  'JP',
]
const agents = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
]
const prices = [29, 49, 49, 99]
/** The price of the plan that renews. */
const monthly = 29
const languages: Readonly<Record<string, string>> = {
  DE: 'de',
  FR: 'fr',
  NL: 'nl',
  SE: 'sv',
  JP: 'ja',
}

interface Story {
  events: object[]
  payments: object[]
  subscriptions: StorySubscription[]
}

/** A subscription as its provider would report it. */
export interface StorySubscription {
  id: string
  customerId: string
  amountMinor: number
  fromMs: number
  /** When its customer left. */
  endMs: number | undefined
}

/** Reports the shop's last weeks to a server through the public API; returns the payments of each month. */
export async function tellShopStory(url: string, key: string): Promise<StorySubscription[]> {
  const { events, payments, subscriptions } = inventStory(Date.now())
  for (let start = 0; start < events.length; start += 1000) {
    await post(`${url}/api/v1/events`, key, events.slice(start, start + 1000))
  }
  for (const payment of payments) await post(`${url}/api/v1/payment`, key, payment)
  return subscriptions
}

function inventStory(nowMs: number): Story {
  const story: Story = { events: [], payments: [], subscriptions: [] }
  const chance = chances(20_261_120)
  const startMs = nowMs - days * dayMs
  for (let day = 0; day < days; day++) {
    const weekday = new Date(startMs + day * dayMs).getUTCDay()
    const busy = (weekday % 6 === 0 ? 0.62 : 1) * (0.75 + day / days / 2) * (0.85 + chance() * 0.3)
    for (const source of sources) {
      const visits = Math.round(source.visits * busy * (0.7 + chance() * 0.6))
      for (let visit = 0; visit < visits; visit++) {
        const atMs = startMs + day * dayMs + Math.floor(chance() * dayMs * 0.97)
        addVisit(story, { source, id: `${day}-${sources.indexOf(source)}-${visit}`, atMs, chance })
      }
    }
  }
  return story
}

interface Visit {
  source: (typeof sources)[number]
  id: string
  atMs: number
  chance: () => number
}

function addVisit(story: Story, { source, id, atMs, chance }: Visit): void {
  const who = { visitorId: `v-${id}`, userAgent: pick(agents, chance) }
  const country = pick(countries, chance)
  const person = { ...who, country, language: languages[country] ?? 'en' }
  addSession(story, { person, source, sessionId: `s-${id}`, atMs, chance })
  if (chance() < 0.09) addGoal(story, { person, name: 'newsletter', atMs: atMs + 90_000 })
  if (chance() > source.pays * 1.6) return
  // Payers have often visited before, from another source.
  if (chance() < 0.45) {
    const earlierMs = atMs - Math.floor((1 + chance() * 12) * dayMs)
    const other = pick(sources, chance)
    addSession(story, { person, source: other, sessionId: `s-${id}-0`, atMs: earlierMs, chance })
  }
  addGoal(story, { person, name: 'signup', atMs: atMs + 120_000 })
  const isLinked = chance() > 0.08
  const paidMs = atMs + 300_000
  const payment = {
    provider: 'stripe',
    amount: pick(prices, chance),
    currency: 'USD',
    ...(isLinked && { visitorId: who.visitorId }),
  }
  const isMonthly = payment.amount === monthly
  const names = { subscriptionId: `sub_${id}`, customerId: `cus_${id}` }
  story.payments.push({
    ...payment,
    ...(isMonthly && names),
    providerPaymentId: `pi_${id}`,
    timestamp: new Date(paidMs).toISOString(),
    // A refund counts on the day it is reported, so only recent payments are refunded.
    ...(chance() < 0.2 && Date.now() - atMs < 2 * dayMs && { refunded: true }),
  })
  const renewedMs = paidMs + 30 * dayMs
  if (!isMonthly) return
  const isLost = story.subscriptions.length % 4 === 3 && renewedMs < Date.now()
  story.subscriptions.push({
    ...{ id: names.subscriptionId, customerId: names.customerId, amountMinor: monthly * 100 },
    ...{ fromMs: paidMs, endMs: isLost ? renewedMs : undefined },
  })
  if (renewedMs < Date.now() && !isLost) {
    story.payments.push({
      ...payment,
      ...names,
      providerPaymentId: `pi_${id}-2`,
      timestamp: new Date(renewedMs).toISOString(),
      renewal: true,
    })
  }
}

interface Session {
  person: object
  source: (typeof sources)[number]
  sessionId: string
  atMs: number
  chance: () => number
}

function addSession(story: Story, { person, source, sessionId, atMs, chance }: Session): void {
  const seen = 1 + Math.floor(chance() * chance() * 6)
  for (let view = 0; view < seen; view++) {
    const first = view === 0
    story.events.push({
      type: 'pageview',
      ...person,
      sessionId,
      url: `https://northlight.example${pick(paths, chance)}${first ? (source.query ?? '') : ''}`,
      timestamp: new Date(atMs + view * 40_000).toISOString(),
      ...(first && source.referrer && { referrer: source.referrer }),
    })
  }
}

function addGoal(story: Story, goal: { person: object; name: string; atMs: number }): void {
  const timestamp = new Date(goal.atMs).toISOString()
  story.events.push({ type: 'goal', ...goal.person, path: '/pricing', name: goal.name, timestamp })
}

function pick<Item>(items: readonly Item[], chance: () => number): Item {
  return items[Math.floor(chance() * items.length)] as Item
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function post(url: string, key: string, body: object): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text}`)
  // A batch's reply names its invalid items; their reasons are thrown.
  if (/"rejected":\[\{/.test(text)) throw new Error(`${url} rejected ${text.slice(0, 400)}`)
}
