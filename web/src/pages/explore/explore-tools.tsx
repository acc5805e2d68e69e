import type { ExploreParts, ExploreTool } from '../../parts/frame/explore-pages.ts'
import { ComparisonMenu } from '../../parts/report-tools/comparison-menu.tsx'
import { FilterChips } from '../../parts/report-tools/filter-chips.tsx'
import { ModelMenu } from '../../parts/report-tools/model-menu.tsx'
import { RangeMenu } from '../../parts/report-tools/range-menu.tsx'
import { texts } from '../../texts/texts.ts'
import { daysOfRange } from '../../url-state/range.ts'
import styles from './explore-page.module.css'

interface ExploreToolsProps extends ExploreParts {
  tools: readonly ExploreTool[]
}

/** The tools of the site page, with the same address, as far as they affect a page's figures. */
export function ExploreTools({ tools, site, state, change }: ExploreToolsProps) {
  return (
    <search className={styles.tools} aria-label={texts.filters.label}>
      {tools.includes('filters') && (
        <FilterChips siteId={site.id} range={state.range} filters={state.filters} change={change} />
      )}
      <div className={styles.choices}>
        {tools.includes('model') && (
          <ModelMenu model={state.model} choose={(model) => change({ model })} />
        )}
        {tools.includes('comparison') && (
          <ComparisonMenu
            comparison={state.comparison}
            days={undefined}
            choose={(comparison) => change({ comparison })}
          />
        )}
        {tools.includes('range') && (
          <RangeMenu
            range={state.range}
            days={daysOfRange(state.range, site.timezone)}
            choose={(range) => change({ range })}
          />
        )}
      </div>
    </search>
  )
}
