import type { PathsAnswer } from '@tributary/contract/questions/paths.ts'
import { toMajorUnits } from '../money/money.ts'
import type { Engine } from '../store/events/engine.ts'
import { dayMs } from '../time/durations.ts'
import { countedTouches, pathOf } from './money/credit-money.ts'
import { moneyWithTouches } from './money/money-with-touches.ts'
import type { PayerTouch } from './queries/payer-touches.ts'
import type { JourneyQuestion } from './read-journeys.ts'

/** A customer's first payment and the touches before it, oldest first. */
interface Conversion {
  touches: readonly PayerTouch[]
  days: number
  /** 0 in a currency that is not the site's. */
  amountMinor: number
}

/** Bounds of the days to a conversion: the same day, then a day, a week, a month and a quarter. */
const dayBounds = [0, 1, 7, 30, 90] as const
const mostTouches = 10

/** The paths to the first payments in a range. */
export async function findPaths(engine: Engine, question: JourneyQuestion): Promise<PathsAnswer> {
  const found = await conversionsOf(engine, question)
  const money = (of: readonly Conversion[]) => ({
    conversions: of.length,
    revenue: toMajorUnits(
      of.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      question.currency,
    ),
  })
  return {
    ...money(found),
    currency: question.currency,
    daysToConversion: {
      ...quantiles(found.map(({ days }) => Math.round(days * 10) / 10)),
      buckets: dayBounds.map((from, index) => {
        const to = dayBounds[index + 1] ?? null
        return {
          from,
          to,
          ...money(found.filter(({ days }) => days >= from && (to === null || days < to))),
        }
      }),
    },
    touchesToConversion: {
      ...quantiles(found.map(({ touches }) => touches.length)),
      buckets: Array.from({ length: mostTouches }, (_, index) => {
        const touches = index + 1
        const orMore = touches === mostTouches
        const of = found.filter(({ touches: { length } }) =>
          orMore ? length >= touches : length === touches,
        )
        return { touches, orMore, ...money(of) }
      }),
    },
    topPaths: [...Map.groupBy(found, (one) => JSON.stringify(namesOf(one)))]
      .map(([path, of]) => ({ path: JSON.parse(path) as string[], ...money(of) }))
      .sort(
        (a, b) =>
          b.conversions - a.conversions ||
          b.revenue - a.revenue ||
          (String(a.path) < String(b.path) ? -1 : 1),
      )
      .slice(0, question.limit),
    assists: assistsOf(found, money).slice(0, question.limit),
  }
}

async function conversionsOf(engine: Engine, question: JourneyQuestion): Promise<Conversion[]> {
  const { range, currency, filters } = question
  const { fromMs, toMs } = range
  const part = { fromMs, toMs, withFirsts: true }
  const { movements, touches } = await moneyWithTouches(engine, question, { part, range })
  return movements.flatMap((movement): Conversion[] => {
    if (movement.kind !== 'payment' || movement.amountMinor <= 0 || !movement.isFirst) return []
    const counted = countedTouches(pathOf(movement, touches), movement.pathAt, question)
    const [first] = counted
    const passes = filters.visits.length === 0 || counted.some(({ passes: does }) => does)
    if (first === undefined || !passes) return []
    const days = (movement.pathAt - first.atMs) / dayMs
    const amountMinor = movement.currency === currency ? movement.amountMinor : 0
    return [{ touches: counted, days, amountMinor }]
  })
}

const nameOf = ({ keys }: PayerTouch) => keys[0] ?? ''

/** The values along the way; repeated values are merged. */
function namesOf({ touches }: Conversion): string[] {
  const names = touches.map(nameOf)
  return names.filter((name, index) => name !== names[index - 1])
}

function assistsOf(
  found: readonly Conversion[],
  money: (of: readonly Conversion[]) => { conversions: number; revenue: number },
): PathsAnswer['assists'] {
  const paths = found.map((one) => ({ one, path: namesOf(one) }))
  const values = new Set(paths.flatMap(({ path }) => path))
  return [...values]
    .map((value) => {
      const ofLast = paths.filter(({ path }) => path.at(-1) === value).map(({ one }) => one)
      const ofAssisted = paths
        .filter(({ path }) => path.at(-1) !== value && path.includes(value))
        .map(({ one }) => one)
      const [assisted, last] = [money(ofAssisted), money(ofLast)]
      return {
        value,
        assisted: assisted.conversions,
        assistedRevenue: assisted.revenue,
        last: last.conversions,
        lastRevenue: last.revenue,
        first: paths.filter(({ path }) => path[0] === value).length,
      }
    })
    .sort((a, b) => b.assisted - a.assisted || b.last - a.last || (a.value < b.value ? -1 : 1))
}

/** Median and quartiles, by the nearest rank. */
function quantiles(values: number[]) {
  const sorted = values.sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)]
  const [low, median, high] = [at(0.25), at(0.5), at(0.75)]
  return {
    median: median ?? null,
    quartiles: low === undefined || high === undefined ? null : ([low, high] as [number, number]),
  }
}
