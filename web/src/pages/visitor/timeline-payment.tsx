import { Link } from '@tanstack/react-router'
import type { TimelinePayment as Item } from '@tributary/contract/visitor-profile.ts'
import { ArrowRight, Coins } from 'lucide-react'
import { formatInstantDay, formatInstantTime } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatProvider } from '../../format/provider.ts'
import { paymentListTexts } from '../../texts/payment-list.ts'
import { peopleTexts } from '../../texts/people.ts'
import { texts } from '../../texts/texts.ts'
import { defaultModel } from '../../url-state/model.ts'
import { originName } from './origin-name.ts'
import styles from './timeline.module.css'

const words = peopleTexts.profile

/** A payment: its amount, refunds, credit, and a link to its receipt. */
export function TimelinePayment({ siteId, item }: { siteId: string; item: Item }) {
  const { payment, refunds } = item
  const { paymentId, amount, netAmount, currency, reported, status } = payment
  const money = (sum: number) => formatMoney(sum, currency)
  const isFree = amount === 0
  const what = isFree
    ? words.trial
    : payment.renewal
      ? words.renewed(money(amount))
      : words.paid(money(amount))
  return (
    <li className={styles.item}>
      <span className={styles.mark} data-look="payment">
        <Coins aria-hidden />
      </span>
      <div className={styles.payment}>
        <div className={styles.line}>
          <time dateTime={item.at}>{formatInstantTime(item.at)}</time>
          <div className={styles.words}>
            <strong className={`${styles.sum} money`}>{what}</strong>
            {status !== 'paid' && (
              <span className={styles.status}>{texts.payments.statuses[status] ?? status}</span>
            )}
            <Link
              to="/sites/$siteId/payments/$paymentId"
              params={{ siteId, paymentId }}
              className={styles.receipt}
            >
              {words.receipt}
              <ArrowRight aria-hidden />
            </Link>
          </div>
        </div>
        <p className={styles.muted}>
          {[
            formatProvider(payment.provider),
            payment.product,
            reported &&
              status !== 'duplicate' &&
              paymentListTexts.reported(formatMoney(reported.netAmount, reported.currency)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {!isFree && <Credited item={item} />}
        {refunds.length > 0 && (
          <ul className={styles.refunds}>
            {refunds.map((refund) => (
              <li key={refund.id}>
                {words.refunded(money(refund.amount), formatInstantDay(refund.timestamp))}
              </li>
            ))}
            <li className={styles.muted}>{words.net(money(netAmount))}</li>
          </ul>
        )}
      </div>
    </li>
  )
}

/** The credit by the default model, like on the receipt, which has the other models. */
function Credited({ item: { touches, credit, payment } }: { item: Item }) {
  const shares = (credit[defaultModel] ?? []).flatMap((amount, index) => {
    const touch = touches[index]
    return amount === 0 || touch === undefined ? [] : [{ touch, amount }]
  })
  if (shares.length === 0) return <p className={styles.muted}>{words.creditedNobody}</p>
  const [only] = shares
  if (shares.length === 1 && only) {
    return <p>{words.credited(originName(only.touch))}</p>
  }
  return (
    <ul className={styles.credited} aria-label={words.creditedParts}>
      {shares.map(({ touch, amount }) => (
        <li key={`${touch.timestamp} ${originName(touch)}`}>
          {originName(touch)} <span className="money">{formatMoney(amount, payment.currency)}</span>
        </li>
      ))}
    </ul>
  )
}
