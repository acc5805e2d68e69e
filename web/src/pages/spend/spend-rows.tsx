import type { SpendRow } from '@tributary/contract/spend.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { spendRowsTable, useDeleteSpend, useSpendRows } from '../../api/money/spend.ts'
import type { Site } from '../../api/site/sites.ts'
import { formatDay } from '../../format/date.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { CsvButton } from '../../parts/forms/csv-button.tsx'
import { explainFailure, Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { spendTexts as words } from '../../texts/spend.ts'
import { texts } from '../../texts/texts.ts'
import { Origin } from './origin.tsx'
import styles from './spend-page.module.css'

const RowDialog = lazy(() =>
  import('./spend-row-dialog.tsx').then((module) => ({ default: module.SpendRowDialog })),
)

interface SpendRowsProps {
  site: Site
  days: [string, string]
  mayWrite: boolean
  /** Called with deleted rows. */
  onDeleted: (rows: SpendRow[]) => void
}

/** The rows as reported; each can be changed, or deleted and restored. */
export function SpendRows({ site, days, mayWrite, onDeleted }: SpendRowsProps) {
  const rows = useSpendRows(site.id, days)
  const remove = useDeleteSpend(site.id, onDeleted)
  const [edited, setEdited] = useState<SpendRow>()
  const found = rows.data?.pages.flatMap((page) => page.rows)
  const drop = (row: SpendRow) => remove.mutate(row.spendId)
  return (
    <Panel
      title={words.rowsTitle}
      tools={<CsvButton name="spend" ask={spendRowsTable(site.id, days)} />}
    >
      <p className={styles.lead}>{words.rowsLead}</p>
      {remove.error && <Notice look="bad">{explainFailure(remove.error)}</Notice>}
      {rows.isPending && <WaitingRows isTall />}
      {rows.error && !found && <Failure error={rows.error} retry={() => rows.refetch()} />}
      {found && (
        <ul>
          {found.map((row) => (
            <ReportedRow
              key={row.spendId}
              row={row}
              edit={mayWrite ? () => setEdited(row) : undefined}
              drop={() => drop(row)}
            />
          ))}
        </ul>
      )}
      {rows.hasNextPage && (
        <Button
          className={styles.more}
          busy={rows.isFetchingNextPage}
          onClick={() => rows.fetchNextPage()}
        >
          {rows.isFetchingNextPage ? texts.loading : words.more}
        </Button>
      )}
      {edited && (
        <Suspense fallback={null}>
          <RowDialog site={site} row={edited} close={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Panel>
  )
}

interface ReportedRowProps {
  row: SpendRow
  edit: (() => void) | undefined
  drop: () => void
}

function ReportedRow({ row, edit, drop }: ReportedRowProps) {
  const { day, source, medium, campaign, term, content, currency, amount, clicks } = row
  const label = source && labelOf('source', source)
  const from = [label, medium, term, content].filter(Boolean).join(' / ')
  const name = `${formatDay(day)}, ${campaign || from}`
  return (
    <li className={styles.row}>
      <time dateTime={day}>{formatDay(day)}</time>
      <span className={styles.what}>
        {campaign || words.noCampaign}
        <small>
          <Origin source={source} more={[medium, term, content]} />
        </small>
      </span>
      <span className={styles.count}>{clicks !== null && words.clicksOf(formatCount(clicks))}</span>
      <span className={styles.amount}>{formatMoney(amount, currency)}</span>
      {edit && (
        <span className={styles.buttons}>
          <Button look="quiet" aria-label={words.edit(name)} onClick={edit}>
            <Pencil aria-hidden />
          </Button>
          <Button look="quiet" aria-label={words.remove(name)} onClick={drop}>
            <Trash2 aria-hidden />
          </Button>
        </span>
      )}
    </li>
  )
}
