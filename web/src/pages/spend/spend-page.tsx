import type { SpendFigures, SpendReport, SpendRow } from '@tributary/contract/spend.ts'
import { Megaphone, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type SpendState, useSpendReport } from '../../api/money/spend.ts'
import { useMay } from '../../api/site/sites.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount, formatKnownShare } from '../../format/number.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { type Total, Totals } from '../../parts/figures/totals.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Segments } from '../../parts/forms/segments.tsx'
import type { ExploreParts } from '../../parts/frame/explore-pages.ts'
import { Empty } from '../../parts/states/empty.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { ReportCards, WaitingFigures, WaitingReport } from '../../parts/states/waiting.tsx'
import { spendTexts as words } from '../../texts/spend.ts'
import { texts } from '../../texts/texts.ts'
import { useOwnParams } from '../../url-state/own-params.ts'
import { GoneRows } from './gone-rows.tsx'
import { SpendChart } from './spend-chart.tsx'
import { formatSpendFigure, nameOfFigure } from './spend-figure.ts'
import styles from './spend-page.module.css'
import { SpendReportPanel, spendViews } from './spend-report-panel.tsx'
import { SpendRows } from './spend-rows.tsx'

const RowDialog = lazy(() =>
  import('./spend-row-dialog.tsx').then((module) => ({ default: module.SpendRowDialog })),
)
const UploadDialog = lazy(() =>
  import('./upload-dialog.tsx').then((module) => ({ default: module.UploadDialog })),
)

/** Take-home is shown if the fees of some payments are known. */
const headline = ['spend', 'revenue', 'takeHome', 'profit', 'roas', 'cac', 'paybackDays'] as const

/** What ads cost, what they brought, and when they had paid back. */
export function SpendPage({ site, state }: ExploreParts) {
  const [params, changeParams] = useOwnParams()
  const revenueDays = params.revenue === 'range' ? 'range' : 'spend'
  const asked = { range: state.range, model: state.model, revenueDays } as const
  const days = useSpendReport(site.id, asked, ['day'])
  // By day all revenue counts; otherwise the revenue credited to the ads' own UTM values.
  const campaigns = useSpendReport(site.id, asked, spendViews.campaign)
  const mayWrite = useMay(site.id, 'admin')
  const [opened, setOpened] = useState<'row' | 'upload'>()
  const [gone, setGone] = useState<SpendRow[]>([])
  if (days.isPending) return <WaitingReport chartHeight={190} />
  if (!days.data) return <Failure error={days.error} retry={() => days.refetch()} />
  const { currency, unconverted, query } = days.data
  const isEmpty = days.data.rows.length === 0 && unconverted.length === 0
  const tools = mayWrite && <Tools isEmpty={isEmpty} open={setOpened} />
  return (
    <>
      <GoneRows siteId={site.id} gone={gone} forget={() => setGone([])} />
      {isEmpty ? (
        <Panel title={words.totals}>
          <Empty
            sign={Megaphone}
            title={words.empty}
            hint={mayWrite ? words.emptyHint : words.emptyViewer}
          >
            {tools}
          </Empty>
        </Panel>
      ) : (
        <ReportCards isStale={days.isPlaceholderData}>
          <Panel title={words.totals} tools={tools}>
            {campaigns.data ? (
              <Totals totals={totalsOf(campaigns.data.totals, currency)} />
            ) : (
              <WaitingFigures />
            )}
            <Coverage
              coverage={days.data.coverage}
              chosen={revenueDays}
              choose={(chosen) =>
                changeParams({ revenue: chosen === 'range' ? chosen : undefined })
              }
            />
            {campaigns.data?.modelFallback && (
              <Notice look="plain">
                {words.fallback(
                  texts.models[state.model],
                  texts.models[campaigns.data.modelFallback.used],
                )}
              </Notice>
            )}
            {unconverted.length > 0 && (
              <Notice look="money">
                {words.unconverted(
                  unconverted.map((sum) => formatMoney(sum.amount, sum.currency)).join(', '),
                )}
              </Notice>
            )}
          </Panel>
          <Panel title={words.chart}>
            <SpendChart report={days.data} />
          </Panel>
          <SpendReportPanel siteId={site.id} state={asked} />
          <SpendRows site={site} days={query.dateRange} mayWrite={mayWrite} onDeleted={setGone} />
        </ReportCards>
      )}
      <Suspense fallback={null}>
        {opened === 'row' && <RowDialog site={site} close={() => setOpened(undefined)} />}
        {opened === 'upload' && <UploadDialog site={site} close={() => setOpened(undefined)} />}
      </Suspense>
    </>
  )
}

function Tools({ isEmpty, open }: { isEmpty: boolean; open: (dialog: 'row' | 'upload') => void }) {
  return (
    <>
      <Button look={isEmpty ? 'primary' : 'plain'} onClick={() => open('upload')}>
        <Upload aria-hidden />
        {words.upload}
      </Button>
      <Button onClick={() => open('row')}>
        <Plus aria-hidden />
        {words.add}
      </Button>
    </>
  )
}

interface CoverageProps {
  coverage: SpendReport['coverage']
  chosen: SpendState['revenueDays']
  choose: (chosen: SpendState['revenueDays']) => void
}

/** How much of the range has spend, and a choice to compare all its revenue nevertheless. */
function Coverage({ coverage: { spendDays, days }, chosen, choose }: CoverageProps) {
  if (spendDays >= days) return null
  return (
    <div className={styles.coverage}>
      <p>
        <strong>{words.covered(formatCount(spendDays), formatCount(days))}</strong>{' '}
        {words.coverage[chosen]}
      </p>
      <Segments
        label={words.revenueOf}
        options={words.revenueDays}
        chosen={chosen}
        choose={choose}
      />
    </div>
  )
}

function totalsOf(figures: SpendFigures, currency: string): Total[] {
  const { feesKnown } = figures
  return headline
    .filter((name) => name !== 'takeHome' || feesKnown)
    .map((name) => ({
      ...{ ...nameOfFigure(name), isMoney: name === 'revenue' },
      value: formatSpendFigure(name, figures[name], currency),
      ...(name === 'takeHome' &&
        feesKnown &&
        feesKnown < 1 && { note: texts.costs.partly(formatKnownShare(feesKnown)) }),
    }))
}
