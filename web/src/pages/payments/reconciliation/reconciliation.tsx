import { Link } from '@tanstack/react-router'
import type { Reconciliation as Answer } from '@tributary/contract/reconciliation.ts'
import { CircleCheck, CreditCard, Scale } from 'lucide-react'
import { useState } from 'react'
import {
  type ReconciledRange,
  reconciliationTable,
  useReconciliation,
} from '../../../api/money/reconciliation.ts'
import { formatInstant } from '../../../format/date.ts'
import { formatProvider } from '../../../format/provider.ts'
import { buttonClass } from '../../../parts/forms/button.tsx'
import { CsvButton } from '../../../parts/forms/csv-button.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { reconciliationTexts as words } from '../../../texts/reconciliation.ts'
import pageStyles from '../payments-page.module.css'
import { DayLine } from './day-line.tsx'
import styles from './reconciliation.module.css'

interface ReconciliationProps {
  siteId: string
  range: ReconciledRange
}

/** Each day of the connected accounts against the recorded payments. */
export function Reconciliation({ siteId, range }: ReconciliationProps) {
  const answer = useReconciliation(siteId, range)
  if (answer.isPending) {
    return (
      <div className={pageStyles.card}>
        <WaitingRows count={6} figures={1} isTall />
      </div>
    )
  }
  if (answer.data === undefined) {
    return (
      <div className={pageStyles.card}>
        <Failure error={answer.error} retry={() => answer.refetch()} />
      </div>
    )
  }
  return answer.data.accounts.length === 0 ? (
    <div className={pageStyles.card}>
      <NoAccount siteId={siteId} />
    </div>
  ) : (
    <Days siteId={siteId} range={range} answer={answer.data} />
  )
}

function Days({ siteId, range, answer }: ReconciliationProps & { answer: Answer }) {
  const [isNarrowed, setIsNarrowed] = useState(false)
  const shown = isNarrowed ? answer.days.filter(({ state }) => state === 'differs') : answer.days
  return (
    <>
      <About answer={answer} />
      <section className={pageStyles.card} aria-label={words.sides}>
        {answer.days.length > 0 && (
          <div className={styles.tools}>
            <label className={styles.only}>
              <input
                type="checkbox"
                checked={isNarrowed}
                onChange={({ target }) => setIsNarrowed(target.checked)}
              />
              {words.onlyDiffering}
            </label>
            <div className={styles.files}>
              <CsvButton
                name="reconciliation"
                label={words.daysFile}
                ask={reconciliationTable(siteId, range, 'days')}
              />
              {answer.days.some(({ items }) => items.length > 0) && (
                <CsvButton
                  name="reconciliation-differences"
                  label={words.differencesFile}
                  ask={reconciliationTable(siteId, range, 'items')}
                />
              )}
            </div>
          </div>
        )}
        {answer.days.length === 0 && (
          <Empty sign={CreditCard} title={words.nothing} hint={words.nothingHint} />
        )}
        {answer.days.length > 0 && shown.length === 0 && (
          <Empty sign={CircleCheck} title={words.allAgree} hint={words.allAgreeHint} />
        )}
        <ol className={styles.days}>
          {shown.map((line) => (
            <li key={`${line.provider} ${line.day} ${line.currency}`}>
              <DayLine siteId={siteId} line={line} />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

/** What is compared, and how far. */
function About({ answer: { accounts, days, notCompared } }: { answer: Answer }) {
  const read = accounts.map(({ provider, readUntil }) => {
    const name = formatProvider(provider)
    return readUntil === null
      ? words.notRead(name)
      : words.readUntil(name, formatInstant(readUntil))
  })
  const finished = Map.groupBy(
    days.filter(({ state }) => state !== 'unfinished'),
    ({ day }) => day,
  )
  const agreeing = [...finished.values()].filter((day) =>
    day.every(({ state }) => state === 'agrees'),
  )
  const others = notCompared.map(formatProvider).join(', ')
  return (
    <p className={pageStyles.lead}>
      {[
        words.lead,
        ...(finished.size === 0 ? [] : [words.agreeing(agreeing.length, finished.size)]),
        ...read,
        ...(others === '' ? [] : [words.notCompared(others)]),
      ].join(' ')}
    </p>
  )
}

function NoAccount({ siteId }: { siteId: string }) {
  return (
    <Empty sign={Scale} title={words.empty} hint={words.emptyHint}>
      <Link
        to="/sites/$siteId/settings/$section"
        params={{ siteId, section: 'providers' }}
        className={buttonClass('plain')}
      >
        {words.connect}
      </Link>
    </Empty>
  )
}
