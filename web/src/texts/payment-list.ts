import { paymentList, receipt } from './en/payment-list.ts'
import { spoken } from './texts.ts'

/** The texts of the list of payments and of receipts, loaded with their pages. */
export const { paymentList: paymentListTexts, receipt: receiptTexts } = await spoken(
  { paymentList, receipt },
  {
    de: () => import('./de/payment-list.ts'),
    es: () => import('./es/payment-list.ts'),
  },
)
