import { personName } from '@tributary/contract/person-name.ts'
import type { FilterInput, Model } from '@tributary/contract/query.ts'
import { type Random, seededRandom } from '../demo/random.ts'

/** One question, as a person asks it by clicking. */
export interface Question {
  /** The table row that it belongs to. */
  group: Group
  /** A name for the slowest question of a row. */
  name: string
  method: 'GET' | 'POST'
  /** Below `/api/v1/`. */
  path: string
  body?: object
}

/** Table rows with the design's bounds at ten million events, milliseconds. */
export const groups = {
  'panel of 7 or 30 days': [300, 150],
  'panel of 90 days': [700, 350],
  'panel of 12 months': [1000, 500],
  'panel with money, 7 or 30 days': [1100, 450],
  'panel with money, 90 days': [1500, 650],
  'panel with money, 12 months': [1800, 800],
  'funnel, journeys, visitors': [800, 400],
  'cohorts of 90 days': [1000, 500],
  'profile of a visitor': [800, 400],
  'payments with credit': [800, 400],
  realtime: [60, 30],
  'GET /api/v1/visitor': [30, 15],
} as const satisfies Record<string, readonly [floor: number, aim: number]>

export type Group = keyof typeof groups

const dimensions = [
  ...['channel', 'source', 'medium', 'campaign', 'page', 'entryPage', 'exitPage', 'country'],
  ...['device', 'browser', 'os', 'goal'],
]

/** Every kind of filter, with the shop's values; a draw picks a kind first. */
const filterKinds: Readonly<Record<string, readonly FilterInput[][]>> = {
  none: [[]],
  page: [[['is', 'page', ['/pricing']]], [['is', 'page', ['/features', '/docs']]]],
  'entry page': [[['is', 'entryPage', ['/']]], [['is', 'entryPage', ['/blog/kanban-for-one']]]],
  'page contains': [[['contains', 'page', ['blog']]], [['contains', 'page', ['plan']]]],
  source: [[['is', 'source', ['google']]], [['is', 'source', ['newsletter', 'reddit']]]],
  country: [[['is', 'country', ['DE']]], [['is', 'country', ['US', 'GB']]]],
  browser: [[['is', 'browser', ['Firefox']]]],
  device: [[['is', 'device', ['mobile']]]],
  goal: [[['is', 'goal', ['signup']]], [['is', 'goal', ['checkout-started']]]],
  'two filters': [
    [
      ['is', 'page', ['/pricing']],
      ['is', 'country', ['FR']],
    ],
    [
      ['is', 'channel', ['Organic Search']],
      ['is', 'device', ['desktop']],
    ],
  ],
  segment: [
    [
      [
        'or',
        [
          ['is', 'source', ['google']],
          ['visitor', ['is', 'page', ['/customers']]],
        ],
      ],
    ],
    [
      [
        'hit',
        [
          'and',
          [
            ['is', 'page', ['/pricing']],
            ['is', 'goal', ['checkout-started']],
          ],
        ],
      ],
    ],
  ],
  negation: [[['is_not', 'country', ['US']]], [['not', ['is', 'page', ['/pricing']]]]],
}

const models: readonly Model[] = [
  ...(['last-non-direct', 'last', 'first', 'linear'] as const),
  ...(['time-decay', 'position', 'markov', 'shapley'] as const),
]
const ranges = ['7d', '30d', '90d', '12mo'] as const
const units = ['hour', 'day', 'week', 'month'] as const
const visitMetrics = ['visitors', 'sessions', 'pageViews', 'bounceRate']

/**
 * Draws distinct questions; the same seed draws the same ones. A look-up follows each question: with fewer of them,
 * their p95 would be the slowest one.
 */
export function drawQuestions(
  count: number,
  seed: number,
  visitors: readonly string[],
): Question[] {
  const random = seededRandom(seed)
  const drawn = new Map<string, Question>()
  for (let tries = 0; drawn.size < count && tries < count * 20; tries++) {
    const question = drawOne(random, visitors)
    drawn.set(JSON.stringify([question.path, question.body]), question)
  }
  const ofLookUps = seededRandom(seed + 2)
  return [...drawn.values()].flatMap((question, index) => [
    question,
    others[index % 2 === 0 ? 'realtime' : 'visitor'](ofLookUps, visitors),
  ])
}

function drawOne(random: Random, visitors: readonly string[]): Question {
  const kind = pick(random, [...Array<string>(16).fill('panel'), ...Object.keys(others)])
  return kind === 'panel' ? panel(random) : others[kind as keyof typeof others](random, visitors)
}

function pick<One>(random: Random, of: readonly One[]): One {
  return of[random.between(0, of.length - 1)] as One
}

type Other = (random: Random, visitors: readonly string[]) => Question

/** Draws a kind of filter and one of its filters. */
export function drawFilter(random: Random): { kind: string; filters: FilterInput[] } {
  const kind = pick(random, Object.keys(filterKinds))
  return { kind, filters: [...pick(random, filterKinds[kind] ?? [[]])] }
}

function panel(random: Random): Question {
  const range = pick(random, ranges)
  const { kind, filters } = drawFilter(random)
  // Hours of a year are accepted, but no user looks at them.
  const unit = pick(
    random,
    units.filter((name) => name !== 'hour' || range === '7d'),
  )
  const dimension = pick(random, [...dimensions, unit, unit, undefined])
  const hasMoney = dimension !== 'goal' && random.chance(0.4)
  const model = pick(random, models)
  const days =
    range === '7d' || range === '30d' ? '7 or 30 days' : range === '90d' ? '90 days' : '12 months'
  return {
    group: hasMoney ? `panel with money, ${days}` : `panel of ${days}`,
    name: `${dimension ?? 'headline'}, ${range}, ${kind}${hasMoney ? `, ${model}` : ''}`,
    method: 'POST',
    path: 'query',
    body: {
      metrics: [
        ...(dimension === 'goal' ? ['visitors', 'goals'] : visitMetrics),
        ...(hasMoney ? ['revenue', 'payments'] : []),
      ],
      ...(dimension !== undefined && { dimensions: [dimension] }),
      ...(dimension === undefined && { compare: 'previous' }),
      dateRange: range,
      filters,
      ...(hasMoney && { model }),
    },
  }
}

const others = {
  funnel: (random) => ({
    group: 'funnel, journeys, visitors',
    name: 'funnel',
    method: 'POST',
    path: 'funnel',
    body: {
      steps: [
        { page: pick(random, ['/', '/pricing']) },
        { goal: 'checkout-started' },
        { page: '/thanks' },
      ],
      by: pick(random, ['visitor', 'session']),
      breakdown: pick(random, [undefined, undefined, 'source', 'country']),
      dateRange: pick(random, ['30d', '90d']),
      filters: drawFilter(random).filters,
    },
  }),
  journeys: (random) => ({
    group: 'funnel, journeys, visitors',
    name: 'journeys',
    method: 'POST',
    path: 'journeys',
    body: {
      from: { page: pick(random, ['/', '/pricing', '/blog']) },
      direction: pick(random, ['next', 'previous']),
      depth: pick(random, [3, 5]),
      dateRange: pick(random, ['30d', '90d']),
      filters: drawFilter(random).filters,
    },
  }),
  visitors: (random) => ({
    group: 'funnel, journeys, visitors',
    name: 'visitors',
    method: 'POST',
    path: 'visitors',
    body: {
      dateRange: pick(random, ['30d', '90d']),
      orderBy: pick(random, ['lastSeen', 'revenue']),
      filters: drawFilter(random).filters,
    },
  }),
  search: (random, visitors) => {
    const visitor = pick(random, visitors)
    // People also search for the generated name that the dashboard shows; many visitors share one of its words.
    const isByName = visitor.charCodeAt(0) % 2 === 0
    return {
      group: 'funnel, journeys, visitors',
      name: isByName ? 'search for a name' : 'search for a visitor',
      method: 'POST',
      path: 'visitors',
      body: {
        dateRange: '90d',
        search: isByName ? personName(visitor).split(' ')[1] : visitor.slice(0, 12),
      },
    }
  },
  cohorts: (random) => ({
    group: 'cohorts of 90 days',
    name: 'cohorts',
    method: 'POST',
    path: 'cohorts',
    body: {
      dateRange: '90d',
      interval: pick(random, ['week', 'month']),
      by: pick(random, ['source', 'country', 'device', 'channel']),
    },
  }),
  profile: (random, visitors) => ({
    group: 'profile of a visitor',
    name: 'profile',
    method: 'GET',
    path: `visitors/profile?visitorId=${pick(random, visitors)}`,
  }),
  payments: (random) => ({
    group: 'payments with credit',
    name: 'payments with credit',
    method: 'GET',
    path: `payments?credit=${pick(random, models.slice(0, 3))}&limit=${pick(random, [25, 50, 100])}`,
  }),
  // Credits the payments of the range, as a panel with money does.
  spend: (random) => {
    const range = pick(random, ['30d', '90d'])
    return {
      group: `panel with money, ${range === '30d' ? '7 or 30 days' : '90 days'}`,
      name: `spend report, ${range}`,
      method: 'POST',
      path: 'spend/report',
      body: {
        dateRange: range,
        dimensions: [pick(random, ['source', 'campaign', 'medium'])],
      },
    }
  },
  realtime: (random) => ({
    group: 'realtime',
    name: 'realtime',
    method: 'POST',
    path: 'realtime',
    body: { limit: random.between(1, 50) },
  }),
  visitor: (random, visitors) => ({
    group: 'GET /api/v1/visitor',
    name: 'a visitor',
    method: 'GET',
    path: `visitor?visitorId=${pick(random, visitors)}`,
  }),
} satisfies Readonly<Record<string, Other>>
