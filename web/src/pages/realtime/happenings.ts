import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { countriesOf } from '../../api/live.ts'

type WithKind<Kind extends string, Row> = Row & { kind: Kind; id: string }

/** One event of the site's current activity. */
export type Happening =
  | WithKind<'pageView', Realtime['pageViews'][number]>
  | WithKind<'goal', Realtime['goals'][number]>
  | WithKind<'payment', Realtime['payments'][number] & { country: string }>

const mostShown = 20

/** The latest events of every kind, the newest first. */
export function happenings(live: Realtime): Happening[] {
  const { pageViews, goals, payments } = live
  const seen = new Map<string, number>()
  // The same visitor may view the same page twice in a millisecond.
  const unique = (id: string) => {
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return `${id} ${count}`
  }
  const countries = countriesOf(live)
  const all: Happening[] = [
    ...pageViews.map((row) => ({ ...row, kind: 'pageView' as const })),
    ...goals.map((row) => ({ ...row, kind: 'goal' as const })),
    ...payments.map((row) => ({
      ...row,
      kind: 'payment' as const,
      country: countries.get(row.visitorId ?? '') ?? '',
    })),
  ].map((row) => ({ ...row, id: unique(`${row.kind} ${row.at} ${row.visitorId}`) }))
  return all.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, mostShown)
}
