import { paymentsTable, usePaymentTotals } from '../../api/money/payments.ts'
import type { Site } from '../../api/site/sites.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { Button } from '../../parts/forms/button.tsx'
import { CsvButton } from '../../parts/forms/csv-button.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { paymentListTexts } from '../../texts/payment-list.ts'
import { texts } from '../../texts/texts.ts'
import type { PaymentFilters } from '../../url-state/payments-state.ts'
import styles from './payments-page.module.css'

const words = paymentListTexts
const columns = ['time', 'amount', 'status', 'provider', 'customer', 'source', 'link'] as const

interface ListHeadProps {
  site: Site
  filters: PaymentFilters
  /** Undefined for people who may not link payments. */
  choosing: { isOn: boolean; turn: (isOn: boolean) => void } | undefined
}

/** The total of the listed payments, the actions for them, and the column heads. */
export function ListHead({ site, filters, choosing }: ListHeadProps) {
  return (
    <>
      <div className={styles.summary}>
        <div className={styles.totals}>
          <Totals siteId={site.id} filters={filters} />
          <p className={styles.zone}>{words.timesIn(site.timezone.replaceAll('_', ' '))}</p>
        </div>
        <div className={styles.tools}>
          {choosing && (
            <Button onClick={() => choosing.turn(!choosing.isOn)}>
              {choosing.isOn ? words.chooseNone : words.chooseSome}
            </Button>
          )}
          <CsvButton name={`${site.name}-payments`} ask={paymentsTable(site.id, filters)} />
        </div>
      </div>
      {/* The rows say what they are themselves: each is a payment with its parts in words. */}
      <div className={styles.columns} aria-hidden>
        {columns.map((name) => (
          <span key={name} data-column={name}>
            {texts.payments.columns[name]}
          </span>
        ))}
      </div>
    </>
  )
}

function Totals({ siteId, filters }: { siteId: string; filters: PaymentFilters }) {
  const totals = usePaymentTotals(siteId, filters)
  if (totals.data === undefined) {
    return totals.isPending ? <Skeleton width="220px" height="20px" /> : <span />
  }
  const { payments, amounts, truncated } = totals.data
  const sum = (name: 'amount' | 'netAmount') =>
    amounts.map((one) => formatMoney(one[name], one.currency)).join(' + ')
  const isPart = amounts.some(({ amount, netAmount }) => amount !== netAmount)
  return (
    <p data-stale={totals.isPlaceholderData || undefined}>
      <strong>{words.count(formatCount(payments), payments === 1)}</strong>
      {amounts.length > 0 && (
        <>
          {' · '}
          <strong className="money">{sum('amount')}</strong>
        </>
      )}
      {isPart && ` · ${words.net(sum('netAmount'))}`}
      {truncated && ` · ${words.totalsTruncated}`}
    </p>
  )
}
