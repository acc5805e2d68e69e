import { Link } from '@tanstack/react-router'
import type { SubscriptionReport } from '@tributary/contract/subscriptions.ts'
import { Repeat } from 'lucide-react'
import { useSubscriptionReport } from '../../api/money/subscriptions.ts'
import { formatCount } from '../../format/number.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { Totals } from '../../parts/figures/totals.tsx'
import { Button, buttonClass } from '../../parts/forms/button.tsx'
import { Segments } from '../../parts/forms/segments.tsx'
import type { ExploreParts } from '../../parts/frame/explore-pages.ts'
import { Empty } from '../../parts/states/empty.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { ReportCards, WaitingReport } from '../../parts/states/waiting.tsx'
import { subscriptionTexts as words } from '../../texts/subscriptions.ts'
import { BreakdownPanel, keyName } from './breakdown-panel.tsx'
import { MrrBridge } from './mrr-bridge.tsx'
import { MrrChart } from './mrr-chart.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { formatFigure, readFigure } from './subscription-figure.ts'
import { useSubscriptionState } from './subscription-state.ts'
import styles from './subscriptions-page.module.css'
import { TrialsPanel } from './trials-panel.tsx'

const headline = [
  'mrr',
  'customers',
  'arpu',
  'ltv',
  'customerChurn',
  'revenueChurn',
  'quickRatio',
  'trialConversion',
] as const

/** MRR, its movements, churn, trials and retention, by where customers come from. */
export function SubscriptionsPage({ site, state: report }: ExploreParts) {
  const [state, change] = useSubscriptionState(report)
  const answer = useSubscriptionReport(site.id, state)
  if (answer.isPending) return <WaitingReport chartHeight={330} />
  if (!answer.data) return <Failure error={answer.error} retry={() => answer.refetch()} />
  const { data } = answer
  if (data.coverage.subscriptions === 0) return <NoSubscriptions siteId={site.id} />
  return (
    <ReportCards isStale={answer.isPlaceholderData}>
      {state.only !== undefined && (
        <Notice look="plain">
          <span className={styles.filtered}>
            {words.filtered(keyName(state.dimension, state.only))}
            <Button onClick={() => change({ only: undefined })}>{words.clear}</Button>
          </span>
        </Notice>
      )}
      <Panel title={words.totals}>
        <Totals
          totals={headline.map((name) => ({
            ...{ name: words.names[name], hint: words.hints[name] },
            value: formatFigure(name, readFigure(data.totals, name), data.currency),
          }))}
        />
        <Partly coverage={data.coverage} />
      </Panel>
      <Panel
        title={words.chart}
        tools={
          <Segments
            label={words.interval}
            options={words.intervals}
            chosen={state.interval}
            choose={(interval) => change({ interval })}
          />
        }
      >
        <MrrBridge totals={data.totals} currency={data.currency} />
        <MrrChart report={data} />
      </Panel>
      <BreakdownPanel siteId={site.id} report={data} state={state} change={change} />
      <RetentionPanel siteId={site.id} report={data} state={state} />
      <TrialsPanel siteId={site.id} report={data} state={state} />
    </ReportCards>
  )
}

/** What the figures leave out, and why. */
function Partly({ coverage }: { coverage: SubscriptionReport['coverage'] }) {
  const { unpriced, unknownDiscounts, withoutRate } = coverage
  const notes = [
    unpriced > 0 && words.partly.unpriced(formatCount(unpriced)),
    unknownDiscounts > 0 && words.partly.discounts(formatCount(unknownDiscounts)),
    withoutRate.length > 0 && words.partly.rates(withoutRate.join(', ')),
  ].filter((note) => note !== false)
  return notes.map((note) => (
    <Notice key={note} look="plain">
      {note}
    </Notice>
  ))
}

function NoSubscriptions({ siteId }: { siteId: string }) {
  return (
    <Panel title={words.totals}>
      <Empty sign={Repeat} title={words.empty} hint={words.emptyHint}>
        <Link
          to="/sites/$siteId/settings/$section"
          params={{ siteId, section: 'providers' }}
          className={buttonClass('primary')}
        >
          {words.connect}
        </Link>
        <a
          href="/help/guide/subscriptions.html"
          target="_blank"
          rel="noreferrer"
          className={buttonClass('plain')}
        >
          {words.learn}
        </a>
      </Empty>
    </Panel>
  )
}
