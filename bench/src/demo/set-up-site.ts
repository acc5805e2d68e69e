import { dayMs } from '@tributary/server/time/durations.ts'
import { callApi, callDashboard, type DemoSite } from './demo-api.ts'

/** The largest upload of spend that the API takes at once. */
const rowsAtOnce = 1_000

/**
 * What a team adds to a site over months: notes, ad spend, goals, funnels, views and a share link, which is
 * returned. `share` is the site's size relative to the larger one's.
 */
export async function setUpSite(
  site: DemoSite,
  { days, nowMs, share }: { days: number; nowMs: number; share: number },
): Promise<{ shareLink: string }> {
  const dayBefore = (ago: number) => new Date(nowMs - ago * dayMs).toISOString().slice(0, 10)
  await addSpend(site, { days, share, dayBefore })
  for (const [index, note] of notes(days, dayBefore).entries()) {
    await callApi(site, `PUT annotations?annotationId=demo-${index}`, note)
  }
  for (const change of goals) await callDashboard(site, 'PATCH goals', change)
  for (const funnel of funnels) await callDashboard(site, 'POST funnels', funnel)
  for (const view of views) await callDashboard(site, 'POST views', { ...view, ...ofTheSite })
  const shared = await callDashboard(site, 'POST shares', {
    name: 'Open figures',
    panels: ['figures', 'chart', 'traffic', 'content', 'places', 'goals', 'live'],
    showsMoney: true,
  })
  return { shareLink: (shared as { link: string }).link }
}

const goals = [
  { goal: 'signup', name: 'Account created', shown: 'pinned' },
  { goal: 'checkout-started', name: 'Checkout started', shown: 'pinned' },
] as const

const funnels = [
  {
    name: 'Front page to checkout',
    steps: [{ page: '/' }, { page: '/pricing' }, { goal: 'checkout-started' }, { page: '/thanks' }],
  },
  { name: 'Pricing to account', steps: [{ page: '/pricing' }, { goal: 'signup' }] },
]

const ofTheSite = { scope: 'site', isDefault: false, params: {} }
const views = [
  { name: 'Paid search', filters: [['is', 'channel', ['Paid Search']]] },
  { name: 'AI assistants', filters: [['is', 'source', ['chatgpt', 'perplexity']]] },
  {
    name: 'Phones in Europe',
    filters: [
      ['is', 'device', ['mobile']],
      ['is', 'country', ['DE', 'FR', 'NL', 'ES', 'SE', 'PL', 'IE']],
    ],
  },
]

function notes(days: number, dayBefore: (ago: number) => string) {
  // The launch of the shop's history is on its 61st day (shop-days.ts).
  const launchAgo = days - 61
  return [
    { ago: launchAgo, kind: 'launch', text: 'Launched on Product Hunt' },
    { ago: 41, kind: 'price-change', text: 'Team licence for 149 instead of 179' },
    { ago: 16, kind: 'campaign', text: 'Weekly letter 42 goes out to 6,100 readers' },
    { ago: 6, kind: 'outage', text: 'Checkout slow for two hours' },
  ]
    .filter(({ ago }) => ago >= 0 && ago < days)
    .map(({ ago, ...note }) => ({ ...note, at: dayBefore(ago) }))
}

/** What the shop's three paid campaigns cost each day; the cost of a click hardly changes. */
async function addSpend(
  site: DemoSite,
  { days, share, dayBefore }: { days: number; share: number; dayBefore: (ago: number) => string },
): Promise<void> {
  const campaigns = [
    { source: 'google', medium: 'cpc', campaign: 'brand', clicks: 48, perClick: 0.45 },
    { source: 'google', medium: 'cpc', campaign: 'planner-generic', clicks: 58, perClick: 1.15 },
    {
      source: 'facebook',
      medium: 'paid_social',
      campaign: 'autumn-sale',
      clicks: 21,
      perClick: 0.7,
    },
  ]
  const rows = Array.from({ length: days }, (_, ago) => ago).flatMap((ago) =>
    campaigns.map(({ clicks, perClick, ...campaign }, index) => {
      const some = Math.round((clicks + ((ago * 7 + index * 3) % 19) - 9) * share)
      const amount = Math.round(some * perClick * 100) / 100
      return { ...campaign, day: dayBefore(ago), amount, clicks: some, impressions: some * 46 }
    }),
  )
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await callApi(site, 'PUT spend', { rows: rows.slice(start, start + rowsAtOnce) })
  }
}
