import type { SubscriptionReport } from '@tributary/contract/subscriptions.ts'
import { subscriptionTable } from '../../api/money/subscriptions.ts'
import { labelOf } from '../../format/dimension-label.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { Panel } from '../../parts/figures/panel.tsx'
import { ValueName } from '../../parts/figures/value-name.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { CsvButton } from '../../parts/forms/csv-button.tsx'
import { Select } from '../../parts/forms/select.tsx'
import { Hint } from '../../parts/hint.tsx'
import { subscriptionTexts as words } from '../../texts/subscriptions.ts'
import { texts } from '../../texts/texts.ts'
import { formatFigure, readFigure, type SubscriptionFigure } from './subscription-figure.ts'
import {
  isOfPlans,
  isSubscriptionDimension,
  ofPlans,
  ofVisits,
  type PageState,
  type SubscriptionDimension,
} from './subscription-state.ts'
import styles from './subscriptions-page.module.css'

const columns = [
  'mrr',
  'customers',
  'newMrr',
  'expansionMrr',
  'churnedMrr',
  'customerChurn',
  'arpu',
  'ltv',
  'trialsStarted',
  'trialConversion',
] as const satisfies SubscriptionFigure[]

const adColumns = ['spend', 'cac', 'paybackMonths'] as const satisfies SubscriptionFigure[]

interface BreakdownPanelProps {
  siteId: string
  report: SubscriptionReport
  state: PageState
  change: (change: Partial<Pick<PageState, 'dimension' | 'only'>>) => void
}

/** Every value of a dimension with its figures; each of them can be selected. */
export function BreakdownPanel({ siteId, report, state, change }: BreakdownPanelProps) {
  const { rows, currency } = report
  const { dimension } = state
  const hasSpend = rows.some(({ spend }) => spend !== null)
  const shown = hasSpend ? [...columns, ...adColumns] : columns
  const title = words.breakdown(dimensionName(dimension))
  return (
    <Panel
      title={title}
      tools={
        <>
          <CsvButton
            name={`subscriptions-${dimension}`}
            ask={subscriptionTable(siteId, state, 'rows')}
          />
          <Select
            label={words.by}
            value={dimension}
            change={(value) => isSubscriptionDimension(value) && change({ dimension: value })}
          >
            {[...ofPlans, ...ofVisits].map((one) => (
              <option key={one} value={one}>
                {dimensionName(one)}
              </option>
            ))}
          </Select>
        </>
      }
    >
      <section
        className={`${tables.scroll} ${styles.figures}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={words.table(title)}
      >
        <table className={`${tables.table} ${tables.wide}`}>
          <thead>
            <tr>
              <th scope="col">{dimensionName(dimension)}</th>
              {shown.map((name) => (
                <th key={name} scope="col">
                  <Hint text={words.hints[name]}>{words.names[name]}</Hint>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key ?? 'none'} data-chosen={row.key === state.only || undefined}>
                <th scope="row">
                  <RowName
                    dimension={dimension}
                    value={row.key}
                    only={state.only}
                    change={change}
                  />
                </th>
                {shown.map((name) => (
                  <td key={name} data-none={readFigure(row, name) === null || undefined}>
                    {formatFigure(name, readFigure(row, name), currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

export function dimensionName(dimension: SubscriptionDimension): string {
  return isOfPlans(dimension) ? words.dimensions[dimension] : texts.panels.names[dimension]
}

/** The name of a value; customers without a visit have none. */
export function keyName(dimension: SubscriptionDimension, value: string | null): string {
  if (value === null) return words.unattributed
  if (!isOfPlans(dimension)) return labelOf(dimension, value)
  return value === '' ? words.unnamed : value
}

interface RowNameProps {
  dimension: SubscriptionDimension
  value: string | null
  only: string | null | undefined
  change: BreakdownPanelProps['change']
}

function RowName({ dimension, value, only, change }: RowNameProps) {
  const name = keyName(dimension, value)
  // The API treats a blank value as none.
  if (value === '') return name
  const isChosen = value === only
  return (
    <Button
      look="quiet"
      className={styles.only}
      aria-pressed={isChosen}
      title={isChosen ? words.clear : words.only(name)}
      onClick={() => change({ only: isChosen ? undefined : value })}
    >
      {isOfPlans(dimension) || value === null ? (
        name
      ) : (
        <span>
          <ValueName dimension={dimension} value={value} />
        </span>
      )}
    </Button>
  )
}
