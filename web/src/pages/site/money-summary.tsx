import { Link } from '@tanstack/react-router'
import { useUnlinkedRevenue } from '../../api/money/unlinked-money.ts'
import { useReader } from '../../api/reader.ts'
import type { Site } from '../../api/site/sites.ts'
import { moneyParts, type Totals } from '../../api/totals.ts'
import { formatDayRange } from '../../format/date.ts'
import { formatHeadlineMoney, formatMoney } from '../../format/money.ts'
import { formatKnownShare, formatRoundShare } from '../../format/number.ts'
import { Change } from '../../parts/figures/change.tsx'
import { Sentence } from '../../parts/figures/sentence.tsx'
import { Hint } from '../../parts/hint.tsx'
import { daysInWords } from '../../parts/report-tools/days-in-words.ts'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import type { ChangeReport, ReportState } from '../../url-state/report-state.ts'
import { TopSources } from './breakdowns/top-sources.tsx'
import { costsKnownText } from './costs-known.tsx'
import styles from './money-summary.module.css'

const words = texts.overview

interface MoneySummaryProps {
  site: Site
  state: ReportState
  change: ChangeReport
  totals: Totals | undefined
  /** Whether they still answer the previous question. */
  isStale: boolean
  /** Whether the questions below the first sentence may be asked. */
  isTurnOfRest: boolean
  /** Whether the reader may see the sources of visits. */
  hasSources?: boolean
}

/** Revenue at a glance: the sum, its parts, and the sources that brought it. */
export function MoneySummary(props: MoneySummaryProps) {
  const { isTurnOfRest, isStale, hasSources = true, ...parts } = props
  const { totals, state } = parts
  const { isMember } = useReader()
  return (
    <section
      className={styles.card}
      aria-label={words.label}
      data-lone={!hasSources || undefined}
      data-stale={isStale || undefined}
    >
      <div className={styles.sum}>
        <p className={styles.lead}>
          {totals ? <Lead totals={totals} range={state.range} /> : <Skeleton width="20em" />}
        </p>
        <dl className={styles.parts}>
          {moneyParts.map((part) => (
            <Part key={part} part={part} totals={totals} />
          ))}
          {totals && <TakeHome totals={totals} />}
        </dl>
        {isMember && isTurnOfRest && totals && <Unlinked {...parts} totals={totals} />}
      </div>
      {hasSources && (
        <div className={styles.sources}>{isTurnOfRest && <TopSources {...parts} />}</div>
      )}
    </section>
  )
}

function Lead({ totals, range }: { totals: Totals; range: ReportState['range'] }) {
  const { now, before, change, currency, days, daysBefore, until } = totals
  const money = (amount: number | null) => (
    <span title={formatMoney(amount ?? 0, currency)}>
      {formatHeadlineMoney(amount ?? 0, currency)}
    </span>
  )
  const when =
    typeof range === 'string' ? words.when[range] : words.when.custom(formatDayRange(...days))
  const parts = { amount: <strong className="money">{money(now.revenue)}</strong>, when }
  if (!before || !daysBefore) return <Sentence text={words.revenue} parts={parts} />
  const past = {
    ...parts,
    before: <span title={daysInWords(daysBefore, until)}>{money(before.revenue)}</span>,
  }
  if (change.revenue === undefined) return <Sentence text={words.compared} parts={past} />
  return (
    <Sentence
      text={words.changed}
      parts={{ ...past, change: <Change change={change.revenue} hasArrow={false} /> }}
    />
  )
}

interface PartProps {
  part: (typeof moneyParts)[number]
  totals: Totals | undefined
}

/** New payments, renewals and refunds separately, in the chart's colours. */
function Part({ part, totals }: PartProps) {
  const amount = totals?.parts[part] ?? 0
  const change = totals?.change[part]
  const isRefund = part === 'refunds'
  return (
    <div className={styles.part} data-part={part}>
      <dt>{texts.chart.parts[part]}</dt>
      <dd>
        {totals ? (
          <>
            {formatMoney(isRefund ? 0 - amount : amount, totals.currency)}{' '}
            {change !== undefined && <Change change={change} hasArrow={false} isCost={isRefund} />}
          </>
        ) : (
          <Skeleton width="6em" />
        )}
      </dd>
    </div>
  )
}

/** The take-home revenue; nothing if no provider states its fees. */
function TakeHome({ totals: { costs, costsKnown, currency } }: { totals: Totals }) {
  if (costsKnown === undefined || costsKnown.feesKnown === 0) return null
  const text = costsKnownText(costsKnown)
  return (
    <div className={styles.part} data-part="takeHome">
      <dt>
        <Hint
          text={
            <>
              {texts.costs.formula(
                formatMoney(costs.tax, currency),
                formatMoney(costs.fees, currency),
              )}
              {text !== undefined && <small>{text}</small>}
            </>
          }
        >
          {texts.figures.names.takeHome}
        </Hint>
      </dt>
      <dd>
        {formatMoney(costs.takeHome, currency)}
        {text !== undefined && (
          <span className={styles.known}>
            {texts.costs.partly(formatKnownShare(costsKnown.feesKnown / costsKnown.payments))}
          </span>
        )}
      </dd>
    </div>
  )
}

function Unlinked({
  site,
  state,
  totals,
}: Pick<MoneySummaryProps, 'site' | 'state'> & { totals: Totals }) {
  const unlinked = useUnlinkedRevenue(site.id, state).data ?? 0
  const revenue = totals.now.revenue ?? 0
  if (unlinked <= 0 || revenue <= 0) return null
  return (
    <Link
      to="/sites/$siteId/payments"
      params={{ siteId: site.id }}
      search={{ view: 'unlinked' } as never}
      className={styles.unlinked}
    >
      <Sentence
        text={words.unlinked}
        parts={{
          share: formatRoundShare(unlinked / revenue),
          amount: formatMoney(unlinked, totals.currency),
        }}
      />
    </Link>
  )
}
