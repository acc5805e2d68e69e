import { Link } from '@tanstack/react-router'
import { useDifferingDays } from '../../api/money/reconciliation.ts'
import { formatProvider } from '../../format/provider.ts'
import { texts } from '../../texts/texts.ts'
import { writePaymentsState } from '../../url-state/payments-state.ts'
import { Notice } from './notice.tsx'

/** Announces that finished days of a connected account differ from the recorded payments, with a link to them. */
export function NotReconciled({ siteId }: { siteId: string }) {
  const accounts = useDifferingDays(siteId).data ?? []
  if (accounts.length === 0) return null
  const days = new Set(accounts.flatMap(({ differingDays }) => differingDays))
  const providers = accounts.map(({ provider }) => formatProvider(provider)).join(', ')
  // The oldest must be among the days that are shown.
  const ageDays = Math.max(...[...days].map((day) => (Date.now() - Date.parse(day)) / 86_400_000))
  const period = ageDays < 29 ? '30' : ageDays < 89 ? '90' : '365'
  const search = writePaymentsState({ view: 'reconciliation', period, filters: {} })
  return (
    <Notice look="money">
      {texts.money.notReconciled(days.size, providers)}{' '}
      <Link to="/sites/$siteId/payments" params={{ siteId }} search={search as never}>
        {texts.money.reconcile}
      </Link>
    </Notice>
  )
}
