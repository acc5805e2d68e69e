import { toMajorUnits } from '../payments/money.ts'
import type { StoredEvent } from '../store/events/event.ts'
import type { Traffic } from './random-traffic.ts'

/* Answers to the other questions worked out the slow and obvious way, from their definitions alone. */

interface Range {
  fromMs: number
  /** Not included. */
  toMs: number
}

interface Step {
  page?: string
  goal?: string
  match?: string
}

type Filter = [string, string, string[]]

export interface SlowFunnel extends Range {
  steps: Step[]
  by: 'visitor' | 'session'
  windowHours: number
  breakdown?: string
  filters?: Filter[]
}

interface Way {
  visitorId: string
  times: number[]
  entry: StoredEvent
}

/** Every start is followed to the earliest next step; the furthest way counts, the first of equals. */
export function slowFunnel(traffic: Traffic, funnel: SlowFunnel) {
  const { steps, by, breakdown, filters = [] } = funnel
  const windowMs = funnel.windowHours * 3_600_000
  const entries = entriesOf(traffic.events)
  const units = Map.groupBy(
    traffic.events.filter(({ sessionId }) => by === 'visitor' || sessionId !== ''),
    (event) => (by === 'visitor' ? event.visitorId : visitOf(event)),
  )
  const ways: Way[] = []
  for (const events of units.values()) {
    const inOrder = events.toSorted((a, b) => a.timestampMs - b.timestampMs)
    let best: Way | undefined
    for (const start of inOrder) {
      const entry = entries.get(visitOf(start))
      if (start.timestampMs < funnel.fromMs || start.timestampMs >= funnel.toMs) continue
      if (!isStep(start, steps[0])) continue
      if (filters.length > 0 && !(entry && filters.every((filter) => passes(entry, filter))))
        continue
      const times = [start.timestampMs]
      for (const step of steps.slice(1)) {
        const next = inOrder.find(
          (event) =>
            isStep(event, step) &&
            event.timestampMs > (times.at(-1) ?? 0) &&
            event.timestampMs <= start.timestampMs + windowMs,
        )
        if (next === undefined) break
        times.push(next.timestampMs)
      }
      if (times.length > (best?.times.length ?? 0)) {
        best = { visitorId: start.visitorId, times, entry: entry ?? start }
      }
    }
    if (best !== undefined) ways.push(best)
  }
  const keyOf = ({ entry }: Way) => nameOf(entry, breakdown ?? '')
  const keys = breakdown === undefined ? [] : [...new Set(ways.map(keyOf))]
  const stepsOf = (some: Way[]) =>
    steps.map((_, index) => stepFigures(traffic, { ways: some, index, windowMs }))
  const rows = keys.map((key) => ({ key, steps: stepsOf(ways.filter((w) => keyOf(w) === key)) }))
  const counts = ({ steps: [...figures] }: (typeof rows)[number]) => figures.map((f) => f.count)
  return {
    steps: stepsOf(ways),
    rows: rows.sort((a, b) => compareLists(counts(b), counts(a)) || (a.key < b.key ? -1 : 1)),
  }
}

function stepFigures(
  { entries }: Traffic,
  { ways, index, windowMs }: { ways: Way[]; index: number; windowMs: number },
) {
  const here = ways.filter(({ times }) => times.length > index)
  const before = ways.filter(({ times }) => times.length >= index)
  const spans = here.map(({ times }) => (times[index] ?? 0) - (times[index - 1] ?? 0))
  const middle = spans.sort((a, b) => a - b)[Math.floor(spans.length / 2)]
  const money = entries.filter(
    ({ visitorId, atMs, currency }) =>
      currency === 'EUR' &&
      here.some(
        (way) =>
          way.visitorId === visitorId &&
          atMs >= (way.times[0] ?? 0) &&
          atMs <= (way.times[0] ?? 0) + windowMs,
      ),
  )
  return {
    count: here.length,
    conversionRate: ratio(here.length, ways.length),
    stepRate: index === 0 ? null : ratio(here.length, before.length),
    dropOff: index === 0 ? 0 : before.length - here.length,
    medianSeconds: index === 0 || middle === undefined ? null : Math.round(middle / 1000),
    revenue: toMajorUnits(
      money.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      'EUR',
    ),
  }
}

function isStep(event: StoredEvent, { page, goal, match = 'is' }: Step = {}): boolean {
  if (event.kind !== (page === undefined ? 'goal' : 'pageview')) return false
  const name = page === undefined ? event.name : event.path
  const wanted = page ?? goal ?? ''
  if (match === 'begins_with') return name.startsWith(wanted)
  if (match === 'contains') return name.toLowerCase().includes(wanted.toLowerCase())
  return name === wanted
}

/** The first hit of each visit, which says where it came from; visits of a server's goals are none. */
function entriesOf(events: readonly StoredEvent[]): Map<string, StoredEvent> {
  const entries = new Map<string, StoredEvent>()
  for (const event of events.toSorted((a, b) => a.timestampMs - b.timestampMs)) {
    if (event.origin === 'server' || entries.has(visitOf(event))) continue
    entries.set(visitOf(event), event)
  }
  return entries
}

function passes(entry: StoredEvent, [operator, dimension, values]: Filter): boolean {
  return values.includes(nameOf(entry, dimension)) === (operator === 'is')
}

/** What a visit is called by a dimension; nothing for what belongs to no visit. */
function nameOf(entry: StoredEvent, dimension: string): string {
  if (entry.origin === 'server') return ''
  const name = String(entry[dimension as keyof StoredEvent] ?? '')
  return dimension === 'source' || dimension === 'channel' ? name || 'Direct' : name
}

const visitOf = ({ visitorId, sessionId }: StoredEvent) => `${visitorId} ${sessionId}`

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
