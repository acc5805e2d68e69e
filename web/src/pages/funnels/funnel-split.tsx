import type { Funnel } from '@tributary/contract/questions/funnel.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { Interval, UncertainNote } from '../../parts/figures/interval.tsx'
import { Panel } from '../../parts/figures/panel.tsx'
import { ValueName } from '../../parts/figures/value-name.tsx'
import { Select } from '../../parts/forms/select.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { texts } from '../../texts/texts.ts'
import { type Dimension, dimensions, isDimension } from '../../url-state/dimension.ts'
import type { FunnelState } from '../../url-state/funnel-state.ts'
import styles from './funnels-page.module.css'

const words = exploreTexts.funnels
// Of the visit that took the first step; a visit has many pages and goals.
const ofVisits = dimensions.filter((one) => one !== 'page' && one !== 'goal')

interface FunnelSplitProps {
  funnel: FunnelState
  answer: Funnel
  changeFunnel: (change: Partial<FunnelState>) => void
}

/** The funnel by source, country and so on of the visit in which the first step was taken. */
export function FunnelSplit({ funnel, answer, changeFunnel }: FunnelSplitProps) {
  const { split } = funnel
  // Rows of another dimension than the chosen one are about to be replaced.
  const isAnswered = split !== undefined && answer.query.breakdown === split
  return (
    <Panel
      title={words.split}
      tools={
        <Select
          label={words.splitBy}
          value={split ?? ''}
          change={(value) => changeFunnel({ split: isDimension(value) ? value : undefined })}
        >
          <option value="">{words.noSplit}</option>
          {ofVisits.map((dimension) => (
            <option key={dimension} value={dimension}>
              {texts.panels.names[dimension]}
            </option>
          ))}
        </Select>
      }
    >
      {split === undefined && <p className={styles.hint}>{words.splitHint}</p>}
      {isAnswered && <SplitTable dimension={split} answer={answer} />}
    </Panel>
  )
}

function SplitTable({ dimension, answer }: { dimension: Dimension; answer: Funnel }) {
  return (
    <section
      className={tables.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`${words.splitBy} ${texts.panels.names[dimension]}`}
    >
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{texts.panels.names[dimension]}</th>
            {answer.steps.map((_, index) => (
              <th key={index} scope="col">
                {words.step(index + 1)}
              </th>
            ))}
            <th scope="col">{words.rate}</th>
            <th scope="col">{words.revenue}</th>
          </tr>
        </thead>
        <tbody>
          {answer.rows.map(({ key, steps }) => {
            const last = steps.at(-1)
            return (
              <tr key={key}>
                <th scope="row">
                  <ValueName dimension={dimension} value={key} />
                </th>
                {steps.map(({ count }, index) => (
                  <td key={index}>{formatCount(count)}</td>
                ))}
                <td>
                  {last?.interval && last.conversionRate !== null ? (
                    <Interval interval={last.interval} write={formatShare}>
                      {formatShare(last.conversionRate)}
                    </Interval>
                  ) : (
                    '–'
                  )}
                </td>
                <td className="money">{formatMoney(last?.revenue ?? 0, answer.currency)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <UncertainNote intervals={answer.rows.map(({ steps }) => steps.at(-1)?.interval)} />
    </section>
  )
}
