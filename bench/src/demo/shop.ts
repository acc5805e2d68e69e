/**
 * A believable shop: "Fernwood", which sells a planning tool as a one-off licence and by subscription. Its traffic
 * sources, how well each converts, and its visitors' devices.
 */

/** A traffic source, and how well its visitors convert. */
export interface Origin {
  /** Query of the landing address, with its `?`, `''` for none. */
  query: string
  /** Referrer as the browser would send it, `''` for none. */
  referrer: string
  /** Share of all first visits. */
  weight: number
  /** Probability that a visitor from here buys in the end. */
  buys: number
  /** Pages a visit has on average. */
  pages: number
  /** Where visits from here begin. */
  landing: readonly (readonly [string, number])[]
}

const home = [['/', 1]] as const
const guides = [
  ['/blog/plan-your-week', 5],
  ['/blog/kanban-for-one', 3],
  ['/blog/calendar-tetris', 2],
  ['/', 3],
  ['/pricing', 1],
] as const

export const origins: readonly Origin[] = [
  {
    query: '',
    referrer: '',
    weight: 24,
    buys: 0.03,
    pages: 2.6,
    landing: [
      ['/', 6],
      ['/pricing', 2],
      ['/blog/plan-your-week', 1],
    ],
  },
  {
    query: '',
    referrer: 'https://www.google.com/',
    weight: 27,
    buys: 0.017,
    pages: 2.2,
    landing: guides,
  },
  {
    query: '',
    referrer: 'https://www.bing.com/',
    weight: 3,
    buys: 0.019,
    pages: 2.2,
    landing: guides,
  },
  {
    query: '',
    referrer: 'https://duckduckgo.com/',
    weight: 3,
    buys: 0.024,
    pages: 2.4,
    landing: guides,
  },
  {
    query: '?utm_source=google&utm_medium=cpc&utm_campaign=brand&gclid=x',
    referrer: 'https://www.google.com/',
    weight: 5,
    buys: 0.034,
    pages: 2.8,
    landing: [
      ['/', 1],
      ['/pricing', 2],
    ],
  },
  {
    query:
      '?utm_source=google&utm_medium=cpc&utm_campaign=planner-generic&utm_term=weekly%20planner&gclid=x',
    referrer: 'https://www.google.com/',
    weight: 6,
    buys: 0.009,
    pages: 1.8,
    landing: [['/lp/weekly-planner', 1]],
  },
  {
    query:
      '?utm_source=facebook&utm_medium=paid_social&utm_campaign=autumn-sale&utm_content=video-b&fbclid=x',
    referrer: 'https://l.facebook.com/',
    weight: 5,
    buys: 0.006,
    pages: 1.5,
    landing: [['/lp/autumn-sale', 1]],
  },
  {
    query: '',
    referrer: 'https://chatgpt.com/',
    weight: 4,
    buys: 0.046,
    pages: 3.1,
    landing: [
      ['/', 2],
      ['/pricing', 1],
      ['/blog/kanban-for-one', 1],
    ],
  },
  {
    query: '',
    referrer: 'https://www.perplexity.ai/',
    weight: 1.5,
    buys: 0.04,
    pages: 2.9,
    landing: home,
  },
  {
    query: '',
    referrer: 'https://www.reddit.com/r/productivity/comments/1abcd/',
    weight: 5,
    buys: 0.013,
    pages: 1.9,
    landing: guides,
  },
  { query: '', referrer: 'https://t.co/', weight: 4, buys: 0.005, pages: 1.4, landing: home },
  {
    query: '?utm_source=newsletter&utm_medium=email&utm_campaign=weekly-42',
    referrer: '',
    weight: 4,
    buys: 0.055,
    pages: 3,
    landing: [
      ['/blog/plan-your-week', 2],
      ['/pricing', 1],
    ],
  },
  {
    query: '',
    referrer: 'https://www.youtube.com/',
    weight: 3,
    buys: 0.021,
    pages: 2.4,
    landing: home,
  },
  {
    query: '',
    referrer: 'https://news.ycombinator.com/',
    weight: 1.2,
    buys: 0.008,
    pages: 1.6,
    landing: [
      ['/blog/calendar-tetris', 3],
      ['/', 1],
    ],
  },
  {
    query: '?ref=toolsforteams',
    referrer: 'https://toolsforteams.example/best-planners',
    weight: 2.5,
    buys: 0.038,
    pages: 2.9,
    landing: [['/pricing', 1]],
  },
  {
    query: '?utm_source=partnerhub&utm_medium=affiliate&utm_campaign=creators',
    referrer: 'https://partnerhub.example/',
    weight: 1.8,
    buys: 0.049,
    pages: 2.6,
    landing: [['/pricing', 1]],
  },
]

/** A launch that brings many who look and few who buy, on the 60th of every 90 days. */
export const launch: Origin = {
  query: '?ref=producthunt',
  referrer: 'https://www.producthunt.com/',
  weight: 0,
  buys: 0.007,
  pages: 2,
  landing: home,
}

export const pages: readonly (readonly [path: string, title: string, weight: number])[] = [
  ['/', 'Fernwood: a calmer week', 10],
  ['/features', 'Features', 9],
  ['/pricing', 'Pricing', 8],
  ['/customers', 'Customers', 3],
  ['/blog', 'Blog', 3],
  ['/blog/plan-your-week', 'Plan your week in 20 minutes', 4],
  ['/blog/kanban-for-one', 'Kanban for one', 3],
  ['/blog/calendar-tetris', 'Calendar Tetris', 2],
  ['/docs', 'Help', 2],
  ['/docs/import', 'Import your calendar', 1],
  ['/about', 'About', 1],
  ['/changelog', 'What is new', 1],
  ['/lp/weekly-planner', 'The weekly planner', 0],
  ['/lp/autumn-sale', 'Autumn sale', 0],
  ['/checkout', 'Checkout', 0],
  ['/thanks', 'Thank you', 0],
]

/** Country, share, hours from UTC (whole, no daylight saving: enough for a daily rhythm), currency. */
export const countries: readonly (readonly [
  country: string,
  weight: number,
  utcHours: number,
  currency: string,
])[] = [
  ['US', 34, -6, 'USD'],
  ['GB', 10, 0, 'GBP'],
  ['DE', 11, 1, 'EUR'],
  ['FR', 6, 1, 'EUR'],
  ['CA', 5, -5, 'USD'],
  ['IN', 8, 5, 'USD'],
  ['AU', 4, 10, 'USD'],
  ['NL', 4, 1, 'EUR'],
  ['ES', 4, 1, 'EUR'],
  ['BR', 4, -3, 'USD'],
  ['SE', 2, 1, 'EUR'],
  ['JP', 3, 9, 'USD'],
  ['PL', 2, 1, 'EUR'],
  ['IE', 1, 0, 'EUR'],
  ['SG', 1, 8, 'USD'],
  ['ZA', 1, 2, 'USD'],
]

/** Device, browser, version, system, its version, width, share. */
export const devices: readonly (readonly [
  readonly [
    device: string,
    browser: string,
    browserVersion: string,
    os: string,
    osVersion: string,
    width: number,
  ],
  number,
])[] = [
  [['desktop', 'Chrome', '142', 'Windows', '10', 1536], 26],
  [['desktop', 'Chrome', '142', 'macOS', '10.15', 1440], 17],
  [['desktop', 'Safari', '26', 'macOS', '10.15', 1512], 8],
  [['desktop', 'Firefox', '144', 'Windows', '10', 1920], 4],
  [['desktop', 'Edge', '142', 'Windows', '10', 1536], 7],
  [['desktop', 'Firefox', '144', 'Linux', '', 1920], 2],
  [['mobile', 'Safari', '26', 'iOS', '26', 390], 19],
  [['mobile', 'Chrome', '142', 'Android', '15', 412], 14],
  [['tablet', 'Safari', '26', 'iOS', '26', 820], 3],
]

/** What is for sale: plan, price in minor units by currency, whether it renews, share. */
export const plans: readonly (readonly [
  { plan: string; minor: Record<string, number>; monthly: boolean },
  number,
])[] = [
  [{ plan: 'licence', minor: { USD: 4900, EUR: 4500, GBP: 3900 }, monthly: false }, 5],
  [{ plan: 'team-licence', minor: { USD: 14900, EUR: 13900, GBP: 11900 }, monthly: false }, 1],
  [{ plan: 'pro-monthly', minor: { USD: 900, EUR: 900, GBP: 800 }, monthly: true }, 6],
]

/** User agents of bots; the collector must not count them. */
export const botAgents: readonly string[] = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'curl/8.9.1',
  '',
]
