import type { PaymentData } from '@tributary/contract/payment.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { labelOf } from '../../parts/report-tools/dimension-label.ts'
import { texts } from '../../texts/texts.ts'
import { defaultModel, models } from '../../url-state/model.ts'
import styles from './payment-page.module.css'

const words = texts.receipt

/** The visits that led to a payment, and what each attribution model credits each of them with. */
export function PaymentCredit({ payment }: { payment: PaymentData }) {
  const { touches, credit } = payment.receipt
  if (touches.length === 0) return null
  const money = (amount: number) => formatMoney(amount, payment.currency)
  const shown = models.filter((model) => credit[model] !== undefined)
  const credited = credit[defaultModel]?.findIndex((amount) => amount !== 0) ?? -1
  const winner = touches[credited]
  return (
    <section className={styles.card} aria-labelledby="credit">
      <h2 id="credit">{words.credit}</h2>
      {winner && (
        <p className={styles.story}>
          {winner.channel === 'Direct'
            ? words.answerDirect(money(payment.amount))
            : words.answer(money(payment.amount), nameOf(winner))}
        </p>
      )}
      <p className={styles.reason}>
        {words.creditLead} {words.markov}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it where it is wider */}
      <section className={styles.scroll} aria-label={texts.models.label} tabIndex={0}>
        <table className={styles.credit}>
          <thead>
            <tr>
              <th scope="col">{words.visit}</th>
              {shown.map((model) => (
                <th key={model} scope="col" data-usual={model === defaultModel || undefined}>
                  {texts.models.short[model]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {touches.map((touch, index) => (
              <tr key={`${touch.timestamp} ${touch.channel} ${touch.source} ${touch.campaign}`}>
                <th scope="row">
                  {nameOf(touch)}
                  <time dateTime={touch.timestamp}>{formatInstant(touch.timestamp)}</time>
                </th>
                {shown.map((model) => {
                  const amount = credit[model]?.[index] ?? 0
                  return (
                    <td key={model} data-usual={model === defaultModel || undefined}>
                      {amount === 0 ? (
                        <span className={styles.reason}>{money(0)}</span>
                      ) : (
                        <span className="money">{money(amount)}</span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

type Touch = PaymentData['receipt']['touches'][number]

/** Where a visit came from: its source with the campaign, or its channel where it names none. */
function nameOf({ source, campaign, channel }: Touch): string {
  return [source ? labelOf('source', source) : labelOf('channel', channel), campaign]
    .filter(Boolean)
    .join(' · ')
}
