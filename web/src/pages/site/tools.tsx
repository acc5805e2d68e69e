import type { Site } from '../../api/site/sites.ts'
import type { Totals } from '../../api/totals.ts'
import { ComparisonMenu } from '../../parts/report-tools/comparison-menu.tsx'
import { FilterChips } from '../../parts/report-tools/filter-chips.tsx'
import { ModelMenu } from '../../parts/report-tools/model-menu.tsx'
import { RangeMenu } from '../../parts/report-tools/range-menu.tsx'
import { texts } from '../../texts/texts.ts'
import type { DayRange } from '../../url-state/range.ts'
import type { ChangeReport, ReportState } from '../../url-state/report-state.ts'
import { LivePill } from './live-pill.tsx'
import { RangeDates } from './range-dates.tsx'
import styles from './site-page.module.css'

interface ToolsProps {
  site: Site
  state: ReportState
  change: ChangeReport
  totals: Totals | undefined
  /** The figures could not be loaded, which is reported below. */
  isFailed: boolean
}

/** The controls that determine the figures: days, comparison, filters and model. */
export function Tools({ site, state, change, totals, isFailed }: ToolsProps) {
  return (
    <search className={styles.tools} aria-label={texts.filters.label}>
      <h1 className="visually-hidden">{site.name}</h1>
      <LivePill site={site} />
      <div className={styles.filters}>
        <FilterChips siteId={site.id} range={state.range} filters={state.filters} change={change} />
      </div>
      <div className={styles.choices}>
        <ModelMenu
          model={state.model}
          choose={(model) => change({ model })}
          compare={() => change({ opened: 'models' })}
        />
        <ComparisonMenu
          comparison={state.comparison}
          days={totals?.daysBefore && dayRange(totals.daysBefore)}
          choose={(comparison) => change({ comparison })}
        />
        <RangeMenu
          range={state.range}
          days={totals && dayRange(totals.days)}
          choose={(range) => change({ range })}
        />
      </div>
      <RangeDates totals={totals} isFailed={isFailed} />
    </search>
  )
}

function dayRange([from, to]: [string, string]): DayRange {
  return { from, to }
}
