import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import type { Site } from '../../api/site/sites.ts'
import { type Totals, useTotals } from '../../api/totals.ts'
import { formatHeadlineFigure } from '../../format/figure.ts'
import { formatCount } from '../../format/number.ts'
import { Change } from '../../parts/figures/change.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { defaultModel } from '../../url-state/model.ts'
import styles from './tv-page.module.css'

const words = exploreTexts.realtime
const today = {
  range: 'today',
  comparison: 'previous',
  filters: [],
  model: defaultModel,
} as const

interface TvFiguresProps {
  site: Site | undefined
  live: Realtime | undefined
}

/** How many visitors are present, and today's totals so far. */
export function TvFigures({ site, live }: TvFiguresProps) {
  return (
    <dl className={styles.figures}>
      <div className={styles.now}>
        <dt>{words.now(live?.visitors === 1)}</dt>
        <dd>{live ? formatCount(live.visitors) : <Skeleton width="1.5em" height="0.8em" />}</dd>
      </div>
      {site && <Today site={site} />}
    </dl>
  )
}

function Today({ site }: { site: Site }) {
  const { data } = useTotals(site.id, { ...today, filters: [...today.filters] }, shown)
  return (
    <>
      <Figure name="revenue" label={words.revenueToday} totals={data} />
      <Figure name="visitors" label={words.visitorsToday} totals={data} />
    </>
  )
}

const shown = ['revenue', 'visitors'] as const

interface FigureProps {
  name: (typeof shown)[number]
  label: string
  totals: Totals | undefined
}

function Figure({ name, label, totals }: FigureProps) {
  const change = totals?.change[name]
  return (
    <div>
      <dt>{label}</dt>
      <dd className={name === 'revenue' ? 'money' : undefined}>
        {totals ? (
          formatHeadlineFigure(name, totals.now[name], totals.currency)
        ) : (
          <Skeleton width="3em" height="0.8em" />
        )}
      </dd>
      {change !== undefined && (
        <dd className={styles.change}>
          <Change change={change} /> {words.sinceYesterday}
        </dd>
      )}
    </div>
  )
}
