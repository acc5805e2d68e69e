import { Link } from '@tanstack/react-router'
import type { UnlinkedPayments } from '@tributary/contract/payments.ts'
import { CircleCheck } from 'lucide-react'
import { useUnlinkedPayments } from '../../api/money/payments.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { formatProvider } from '../../format/provider.ts'
import { CodeNames } from '../../parts/code-names.tsx'
import { buttonClass } from '../../parts/forms/button.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { paymentListTexts } from '../../texts/payment-list.ts'
import { remedyText } from '../../texts/remedies.ts'
import { type Period, writePaymentsState } from '../../url-state/payments-state.ts'
import styles from './payments-page.module.css'

const words = paymentListTexts
type Group = UnlinkedPayments['groups'][number]

interface InboxProps {
  siteId: string
  period: Period
  from: string
}

/** Unattributed revenue by cause, with the action that fixes each. */
export function UnlinkedInbox({ siteId, period, from }: InboxProps) {
  const unlinked = useUnlinkedPayments(siteId, from)
  if (unlinked.isPending) {
    return (
      <div className={styles.card}>
        <WaitingRows count={4} figures={1} isTall />
      </div>
    )
  }
  if (unlinked.data === undefined) {
    return (
      <div className={styles.card}>
        <Failure error={unlinked.error} retry={() => unlinked.refetch()} />
      </div>
    )
  }
  const { groups, truncated } = unlinked.data
  if (groups.length === 0) {
    return (
      <div className={styles.card}>
        <Empty sign={CircleCheck} title={words.allLinked} hint={words.allLinkedHint} />
      </div>
    )
  }
  return (
    <section className={styles.inbox} aria-label={words.unlinked}>
      <p className={styles.lead}>{words.inboxLead}</p>
      {truncated && <Notice look="plain">{words.truncated}</Notice>}
      {[...Map.groupBy(groups, ({ cause }) => cause)].map(([cause, ofCause]) => (
        <article key={cause} className={styles.group}>
          <h2>{words.causes[cause] ?? cause}</h2>
          {ofCause.map((group) => (
            <Remedy key={group.provider} group={group} siteId={siteId} period={period} />
          ))}
        </article>
      ))}
    </section>
  )
}

/** A provider's share of a cause, with the action that would fix it. */
function Remedy({ group, siteId, period }: { group: Group; siteId: string; period: Period }) {
  const { cause, provider, payments, amounts } = group
  const remedy = remedyText(group)
  const filters = { cause, provider }
  return (
    <div className={styles.remedy}>
      <p className={styles.sum}>
        <strong className="money">
          {amounts.map(({ currency, amount }, index) => (
            <span key={currency}>
              {index > 0 && '+ '}
              {formatMoney(amount, currency)}
            </span>
          ))}
        </strong>
        <span className={styles.small}>
          {words.count(formatCount(payments), payments === 1)} · {formatProvider(provider)}
        </span>
      </p>
      <p lang={remedy.lang}>
        <CodeNames text={remedy.text} />
      </p>
      <Link
        to="/sites/$siteId/payments"
        params={{ siteId }}
        search={writePaymentsState({ view: 'all', period, filters }) as never}
        className={buttonClass('plain')}
      >
        {words.showThese}
      </Link>
    </div>
  )
}
