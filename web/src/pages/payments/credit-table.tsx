import type { PaymentData } from '@tributary/contract/payment.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { receiptTexts } from '../../texts/payment-list.ts'
import { texts } from '../../texts/texts.ts'
import { defaultModel, type Model } from '../../url-state/model.ts'
import styles from './payment-page.module.css'
import { nameOfTouch } from './touch-name.ts'

const words = receiptTexts

/** Each model's credit for each visit. */
export function CreditTable({
  payment,
  models,
}: {
  payment: PaymentData
  models: readonly Model[]
}) {
  const { touches, credit } = payment.receipt
  const money = (amount: number) => formatMoney(amount, payment.currency)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it where it is wider
    <section className={styles.scroll} aria-label={texts.models.label} tabIndex={0}>
      <table className={styles.credit}>
        <thead>
          <tr>
            <th scope="col">{words.visit}</th>
            {models.map((model) => (
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
                {nameOfTouch(touch)}
                <time dateTime={touch.timestamp}>{formatInstant(touch.timestamp)}</time>
              </th>
              {models.map((model) => {
                const amount = credit[model]?.[index] ?? 0
                return (
                  <td key={model} data-usual={model === defaultModel || undefined}>
                    <span className={amount === 0 ? styles.reason : 'money'}>{money(amount)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
