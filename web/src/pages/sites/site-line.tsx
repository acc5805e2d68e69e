import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { OverviewFigure, OverviewRange, SiteOverview } from '../../api/overview.ts'
import type { Site } from '../../api/site/sites.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { formatInstant } from '../../format/date.ts'
import { formatHeadlineMoney, formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { alertTexts } from '../../texts/alerts.ts'
import { allSitesTexts as words } from '../../texts/all-sites.ts'
import { texts } from '../../texts/texts.ts'
import { OverviewChange } from './overview-change.tsx'
import styles from './sites-page.module.css'

interface SiteLineProps {
  site: Site
  overview: SiteOverview | undefined
  range: OverviewRange
  /** Whether the figures are still loading. */
  isPending: boolean
}

/** A site at a glance. It links to the site's report of the same range. */
export function SiteLine({ site, overview, range, isPending }: SiteLineProps) {
  return (
    <li className={styles.site}>
      <div className={styles.words}>
        <Link
          to="/sites/$siteId"
          params={{ siteId: site.id }}
          search={{ range } as never}
          className={styles.name}
        >
          {site.name}
        </Link>
        <span className={styles.domain}>{site.domains.join(', ')}</span>
        {overview && <Alerts overview={overview} />}
      </div>
      <span className={styles.now} data-any={(overview?.visitorsNow ?? 0) > 0 || undefined}>
        {overview
          ? words.nowShort(formatCount(overview.visitorsNow))
          : isPending && <Skeleton width="4em" />}
      </span>
      <Figure
        label={words.visitors}
        figure={overview?.visitors}
        write={formatCount}
        writeShort={formatCount}
        isPending={isPending}
      />
      <Figure
        label={words.revenue}
        figure={overview?.revenue}
        write={(value) => formatMoney(value, site.currency)}
        writeShort={(value) => formatHeadlineMoney(value, site.currency)}
        isPending={isPending}
        isMoney
        note={
          overview && overview.unconverted.length > 0
            ? words.unconverted(overview.unconverted.join(', '))
            : undefined
        }
      />
    </li>
  )
}

interface FigureProps {
  label: string
  figure: OverviewFigure | undefined
  write: (value: number) => string
  writeShort: (value: number) => string
  isPending: boolean
  isMoney?: boolean
  note?: string | undefined
}

function Figure({ label, figure, write, writeShort, isPending, isMoney, note }: FigureProps) {
  return (
    <dl className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>
        {figure ? (
          <strong className={isMoney ? 'money' : undefined} title={write(figure.now)}>
            {writeShort(figure.now)}
          </strong>
        ) : (
          isPending && <Skeleton width="4em" />
        )}
        {figure && <OverviewChange figure={figure} write={write} />}
      </dd>
      <dd className={styles.course}>
        {figure && <Sparkline values={figure.points} isGoingOn isMoney={isMoney === true} />}
      </dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </dl>
  )
}

function Alerts({ overview: { alerts, overBudgetSince } }: { overview: SiteOverview }) {
  const shown = [
    ...(overBudgetSince === null ? [] : [{ text: texts.empty.overBudget, at: overBudgetSince }]),
    ...alerts.map(({ kind, at }) => ({ text: alertTexts.kinds[kind], at })),
  ]
  if (shown.length === 0) return null
  return (
    <ul className={styles.alerts} aria-label={words.alerts}>
      {shown.map(({ text, at }) => (
        <li key={text} title={formatInstant(at)}>
          <TriangleAlert aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  )
}
