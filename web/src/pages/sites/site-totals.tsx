import type { ReactNode } from 'react'
import { formatHeadlineMoney, formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { Hint } from '../../parts/hint.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { allSitesTexts as words } from '../../texts/all-sites.ts'
import { addUpSites, type SiteRow } from './arrange-sites.ts'
import { OverviewChange } from './overview-change.tsx'
import styles from './site-totals.module.css'

/** The totals of all sites. Revenue is added up only within each currency, and labelled so. */
export function SiteTotals({ rows, isPending }: { rows: readonly SiteRow[]; isPending: boolean }) {
  const { visitors, revenue, visitorsNow, sitesWithAlerts } = addUpSites(rows)
  return (
    <section className={styles.card} aria-label={words.totals} aria-busy={isPending || undefined}>
      <dl className={styles.figures}>
        <Total label={words.revenue} hint={words.revenueHint} isPending={isPending}>
          {revenue.map(({ currency, ...sum }) => (
            <dd key={currency} className={styles.money} title={formatMoney(sum.now, currency)}>
              <span>{formatHeadlineMoney(sum.now, currency)}</span>
              <small>
                <OverviewChange figure={sum} write={(value) => formatMoney(value, currency)} />
              </small>
            </dd>
          ))}
        </Total>
        <Total label={words.visitors} hint={words.visitorsHint} isPending={isPending}>
          <dd>
            <span>{formatCount(visitors.now)}</span>
            <small>
              <OverviewChange figure={visitors} write={formatCount} />
            </small>
          </dd>
        </Total>
        <Total label={words.now} hint={words.nowHint} isPending={isPending}>
          <dd>{formatCount(visitorsNow)}</dd>
        </Total>
        <Total label={words.alerts} hint={words.alertsHint} isPending={isPending}>
          <dd className={sitesWithAlerts > 0 ? styles.bad : undefined}>
            {formatCount(sitesWithAlerts)}
          </dd>
        </Total>
      </dl>
      {revenue.length > 1 && <p className={styles.note}>{words.currencies}</p>}
    </section>
  )
}

interface TotalProps {
  label: string
  hint: string
  isPending: boolean
  children: ReactNode
}

function Total({ label, hint, isPending, children }: TotalProps) {
  return (
    <div className={styles.figure}>
      <dt>
        <Hint text={hint}>{label}</Hint>
      </dt>
      {isPending ? (
        <dd>
          <Skeleton width="4em" height="0.8em" />
        </dd>
      ) : (
        children
      )}
    </div>
  )
}
