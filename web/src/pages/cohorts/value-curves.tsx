import { LineChart } from '../../charts/line-chart.tsx'
import { labelOf } from '../../format/dimension-label.ts'
import { formatMoney, formatMoneyTicks } from '../../format/money.ts'
import { exploreTexts } from '../../texts/explore.ts'
import type { CohortRow } from './cohort-rows.ts'
import type { CohortState } from './cohort-state.ts'
import styles from './cohorts-page.module.css'

const words = exploreTexts.cohorts
const mostLines = 5

interface ValueCurvesProps {
  rows: readonly CohortRow[]
  all: CohortRow
  cohort: CohortState
  currency: string
}

/** The average revenue of a visitor by each week or month since the first visit. */
export function ValueCurves({ rows, all, cohort, currency }: ValueCurvesProps) {
  const { by, interval } = cohort
  const lines = [
    { name: words.all, values: all.periods.map(({ lifetimeValue }) => lifetimeValue) },
    ...rows.slice(0, mostLines).map(({ id, periods }) => ({
      name: by === undefined ? id : labelOf(by, id),
      values: periods.map(({ lifetimeValue }) => lifetimeValue),
    })),
  ]
  return (
    <>
      <p className={styles.hint}>{words.curvesHint}</p>
      <LineChart
        lines={lines}
        label={words.curvesLabel}
        unit={words.axis[interval]}
        writeX={(n) => words.period[interval](n)}
        writeY={(value) => formatMoney(value, currency)}
        writeTicks={(ticks) => formatMoneyTicks(ticks, currency)}
      />
    </>
  )
}
