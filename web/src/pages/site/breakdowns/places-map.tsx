import { Globe } from 'lucide-react'
import { useAhead } from '../../../api/ahead.ts'
import { WorldMap } from '../../../charts/world-map.tsx'
import { formatCountry } from '../../../format/country.ts'
import { isMoney } from '../../../format/figure.ts'
import { formatMoney } from '../../../format/money.ts'
import { formatCount } from '../../../format/number.ts'
import { Empty } from '../../../parts/states/empty.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { texts } from '../../../texts/texts.ts'
import { rowFilter } from '../../../url-state/filter.ts'
import { addingFilter } from '../../../url-state/report-state.ts'
import { CostsKnown } from '../costs-known.tsx'
import panel from './breakdown-panel.module.css'
import { BreakdownTable } from './breakdown-table.tsx'
import { type PanelParts, usePanelRows } from './use-panel-rows.ts'

const rowsBelow = 2

/** Countries on a map, by the figure that panels are sorted by, with the first of them below. */
export function PlacesMap(parts: PanelParts) {
  const { change } = parts
  const askAhead = useAhead()
  const { columns, sorting, sort, breakdown, seesMoney } = usePanelRows('places', parts)
  if (breakdown.isPending) return <Skeleton width="100%" height="300px" />
  if (!breakdown.data) return <Failure error={breakdown.error} retry={() => breakdown.refetch()} />
  const { rows, currency } = breakdown.data
  if (rows.length === 0) return <Empty isSmall sign={Globe} title={texts.panels.empty} />
  const byCode = new Map(rows.map((row) => [row.value, row]))
  const isByMoney = seesMoney && isMoney(sorting.by)
  const known = rows.filter(({ kind, value }) => kind === 'value' && value !== '')
  const values = new Map(known.map((row) => [row.value, isByMoney ? row.revenue : row.visitors]))
  const filteredBy = (code: string, isExcluded: boolean) =>
    addingFilter(rowFilter('country', code, isExcluded))
  const choose = (code: string, isExcluded = false) => change(filteredBy(code, isExcluded))
  return (
    <div data-stale={breakdown.isPlaceholderData || undefined}>
      <WorldMap
        values={values}
        isMoney={isByMoney}
        label={texts.map.label}
        describe={(code) => {
          const row = byCode.get(code)
          const visitors = formatCount(row?.visitors ?? 0)
          if (!seesMoney) return `${formatCountry(code)}: ${visitors}`
          return texts.map.value(
            formatCountry(code),
            visitors,
            formatMoney(row?.revenue ?? 0, currency),
          )
        }}
        choose={(code) => choose(code)}
      />
      <div className={panel.rows}>
        <BreakdownTable
          breakdown={{ ...breakdown.data, rows: known.slice(0, rowsBelow) }}
          dimension="country"
          shown={columns}
          sorting={sorting}
          sort={sort}
          prepareSort={(order) => askAhead({ order })}
          choose={choose}
          prepare={(code, isExcluded) => askAhead(filteredBy(code, isExcluded))}
        />
        <CostsKnown known={breakdown.data.costsKnown} className={panel.costs} />
      </div>
    </div>
  )
}
