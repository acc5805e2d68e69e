import type { SessionTableColumn } from '../../store/events/sessions/session-table.ts'
import { hadServerGoal } from './counted-hits.ts'

const durationMs = "dateDiff('millisecond', started_at, ended_at)"

interface Measure {
  sql: string
  /** The measures by returning or new, where `returning` says which visitors have several visits. */
  byReturning?: string
  columns: readonly SessionTableColumn[]
}

/** Every figure of a report is computed from these. */
export const sessionMeasures = {
  sessions: { sql: 'count()', columns: [] },
  pageViews: { sql: 'sum(pageviews)', columns: ['pageviews'] },
  goals: { sql: 'sum(goals)', columns: ['goals'] },
  bounces: {
    sql: `countIf(pageviews <= 1 and goals = 0 and ${durationMs} < 10000)`,
    columns: ['pageviews', 'goals', 'started_at', 'ended_at'],
  },
  engagedMs: { sql: 'sum(engaged_ms)', columns: ['engaged_ms'] },
  durationMs: { sql: `sum(${durationMs})`, columns: ['started_at', 'ended_at'] },
  visitors: {
    sql: 'uniqExact(visitor_hash)',
    // Only visitors with several visits, usually a few, have to be distinguished.
    byReturning: 'countIf(not returning) + uniqExactIf(visitor_hash, returning)',
    columns: [],
  },
  goalVisitors: {
    sql: `uniqExactIf(visitor_hash, goals > 0 or ${hadServerGoal()})`,
    columns: ['goals', 'session_day'],
  },
} satisfies Record<string, Measure>

export type SessionMeasure = keyof typeof sessionMeasures
