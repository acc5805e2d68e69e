import type {
  GoalReached,
  PageRun,
  TimelineGoal,
  TimelineIdentified,
  TimelineVisit,
} from '@tributary/contract/visitor-profile.ts'
import type { KnownIdentity } from '../../identities/identity-rows.ts'
import { isoTime } from '../../time/iso-time.ts'
import type { timelineGoals } from '../queries/timeline-goals.ts'
import { pagesShown, type VisitDetails } from '../queries/timeline-visits.ts'

/** A visit as the time line shows it, with its first pages and goals. */
export function visitItem(details: VisitDetails): TimelineVisit {
  const { key: _, startMs, endMs, engagedMs, touches, pages, goals, ...rest } = details
  const shown = pages.slice(0, pagesShown).map(([atMs, path, title]) => ({ atMs, path, title }))
  return {
    type: 'visit',
    at: isoTime(startMs),
    endedAt: isoTime(endMs),
    ...rest,
    engagedSeconds: Math.round(engagedMs / 1000),
    joined: joinedTouches(details),
    pages: pageRuns(shown),
    nextPages: pages.length > pagesShown ? pagesCursor(shown, { fromMs: 0, shown: 0 }) : null,
    goals: goals.map(([atMs, name, value, properties, path]) =>
      goalReached({ atMs, name, valueText: value, properties, path }),
    ),
  }
}

/** Consecutive views of the same page are merged. */
export function pageRuns(
  views: readonly { atMs: number; path: string; title: string }[],
): PageRun[] {
  const runs: PageRun[] = []
  for (const { atMs, path, title } of views) {
    const last = runs.at(-1)
    if (last?.path === path) last.views += 1
    else runs.push({ at: isoTime(atMs), path, title, views: 1 })
  }
  return runs
}

/** Where a list of page views continues: from a moment, after this many of that very moment. */
export interface PagesStart {
  fromMs: number
  shown: number
}

/** The cursor after some views of a list that began at `start`. */
export function pagesCursor(views: readonly { atMs: number }[], start: PagesStart): string {
  const fromMs = views.at(-1)?.atMs ?? start.fromMs
  const here = views.filter(({ atMs }) => atMs === fromMs).length
  return `${fromMs}-${here + (fromMs === start.fromMs ? start.shown : 0)}`
}

/** Each other source once a visit, at the first moment it led there: as attribution counts touches. */
function joinedTouches({ touches, channel, source, campaign }: VisitDetails) {
  const seen = new Set([JSON.stringify([channel, source, campaign])])
  return touches.flatMap(([atMs, ...from]) => {
    const name = JSON.stringify(from)
    if (seen.has(name)) return []
    seen.add(name)
    return [{ at: isoTime(atMs), channel: from[0], source: from[1], campaign: from[2] }]
  })
}

interface StoredGoal {
  atMs: number
  name: string
  valueText: string
  properties: string
  path: string
}

function goalReached({ atMs, name, valueText, properties, path }: StoredGoal): GoalReached {
  return {
    at: isoTime(atMs),
    name,
    value: valueText === '' ? null : Number(valueText),
    properties: properties === '' ? {} : (JSON.parse(properties) as GoalReached['properties']),
    path,
  }
}

/** A goal that a server reported outside a visit. */
export function goalItem(row: Awaited<ReturnType<typeof timelineGoals>>[number]): TimelineGoal {
  return { type: 'goal', ...goalReached(row), visitorId: row.visitorId, times: row.times }
}

/** An address is not shown: only its hash is stored. */
export function identifiedItem(identity: KnownIdentity): TimelineIdentified {
  return {
    type: 'identified',
    at: isoTime(identity.firstSeenMs),
    visitorId: identity.visitorId,
    by: identity.kind === 'email' ? 'email' : 'userId',
    userId: identity.kind === 'user' ? identity.value : null,
    origin: identity.origin,
  }
}
