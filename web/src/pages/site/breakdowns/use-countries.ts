import { useBreakdown } from '../../../api/breakdown.ts'
import { useReader } from '../../../api/reader.ts'
import type { Site } from '../../../api/site/sites.ts'
import type { ReportState } from '../../../url-state/report-state.ts'
import { usePanelColumns } from './use-panel-columns.ts'

interface CountriesOf {
  site: Site
  state: ReportState
  change: (change: Partial<ReportState>) => void
}

/** The figures of all countries for the map, and how its panel shows them. */
export function useCountries({ site, state, change }: CountriesOf) {
  const { seesMoney } = useReader()
  const shown = usePanelColumns(state, change)
  const countries = useBreakdown(site.id, state, {
    dimension: 'country',
    metrics: seesMoney
      ? [...new Set([...shown.columns, 'visitors', 'revenue'] as const)]
      : ['visitors'],
    orderBy: shown.orderBy,
    limit: 300,
  })
  return { ...shown, countries, seesMoney }
}
