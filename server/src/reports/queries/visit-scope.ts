import { momentSql } from '../../store/events/hit-times.ts'
import { sessionTableParams } from '../../store/events/sessions/session-table.ts'
import type { Filter } from './filter.ts'

/** The visits of a question: those of a site that began in the range and pass the filters. */
export interface VisitScope {
  site: string
  /** Milliseconds since 1970 UTC, from included, to excluded. */
  fromMs: number
  toMs: number
  /** IANA zone of the time dimensions. */
  zone: string
  filters: readonly Filter[]
}

/** The bound parameters of a scope, without the values of its filters. */
export function scopeParams({ site, fromMs, toMs, zone }: Omit<VisitScope, 'filters'>) {
  return { ...sessionTableParams(site, { fromMs, toMs }), from: fromMs, to: toMs, zone }
}

/** Whether a moment (SQL of a DateTime64) lies in the range of a scope. */
export const isInRange = (moment: string) =>
  `${moment} >= ${momentSql('from')} and ${moment} < ${momentSql('to')}`
