import { hadServerGoal } from './counted-hits.ts'
import type { SessionTableColumn } from './sessions/session-table.ts'

/** What is summed over visits, of one visit. */
const visitSums = {
  sessions: { sql: '1', columns: [] },
  pageViews: { sql: 'pageviews', columns: ['pageviews'] },
  goals: { sql: 'goals', columns: ['goals'] },
  bounces: {
    sql: "(pageviews <= 1 and goals = 0 and dateDiff('millisecond', started_at, ended_at) < 10000)",
    columns: ['pageviews', 'goals', 'started_at', 'ended_at'],
  },
  engagedMs: { sql: 'engaged_ms', columns: ['engaged_ms'] },
  durationMs: {
    sql: "dateDiff('millisecond', started_at, ended_at)",
    columns: ['started_at', 'ended_at'],
  },
} satisfies Record<string, { sql: string; columns: readonly SessionTableColumn[] }>

const summed = Object.fromEntries(
  Object.entries(visitSums).map(([name, { sql, columns }]) => [
    name,
    { sql: `sum(${sql})`, columns },
  ]),
) as unknown as typeof visitSums

/** Every figure of a report is made of these. */
export const sessionMeasures = {
  ...summed,
  visitors: { sql: 'uniqExact(visitor_hash)', columns: [] },
  goalVisitors: {
    sql: `uniqExactIf(visitor_hash, goals > 0 or ${hadServerGoal()})`,
    columns: ['goals', 'session_day'],
  },
} satisfies Record<string, { sql: string; columns: readonly SessionTableColumn[] }>

export type SessionMeasure = keyof typeof sessionMeasures
