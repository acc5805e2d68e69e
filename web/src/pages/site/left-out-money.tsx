import { formatMoney } from '../../format/money.ts'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'

interface LeftOutMoneyProps {
  amounts: readonly { currency: string; amount: number }[]
}

/** Names the money that is in no figure because its currency cannot be converted. */
export function LeftOutMoney({ amounts }: LeftOutMoneyProps) {
  if (amounts.length === 0) return null
  const list = amounts.map(({ currency, amount }) => `${formatMoney(amount, currency)} ${currency}`)
  return <Notice look="money">{texts.money.unconverted(list.join(', '))}</Notice>
}
