import { numberIn, type Scope, scopeOf } from '../query.ts'
import { useReport } from '../report.ts'

/** The unattributed revenue of a range. */
export function useUnlinkedRevenue(siteId: string, scope: Scope) {
  const body = { ...scopeOf(scope), metrics: ['revenue'], dimensions: ['linkMethod'] }
  return useReport(siteId, body, ({ rows }) =>
    numberIn(
      rows.find(({ linkMethod }) => linkMethod === 'none'),
      'revenue',
    ),
  )
}
