import { paymentList, receipt } from './en/payment-list.ts'
import { spoken } from './texts.ts'

/** The words of the list of payments and of receipts, fetched with their pages. */
export const { paymentList: paymentListTexts, receipt: receiptTexts } = await spoken(
  { paymentList, receipt },
  {
    de: () => import('./de/payment-list.ts'),
    es: () => import('./es/payment-list.ts'),
  },
)
