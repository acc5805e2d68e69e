import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useConnections } from '../../../api/site/connections.ts'
import { useWebhooks } from '../../../api/site/webhooks.ts'
import lines from '../../../parts/figures/lines.module.css'
import { Button } from '../../../parts/forms/button.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import type { SectionProps } from '../section-props.ts'
import { AddProviderDialog } from './add-provider-dialog.tsx'
import { CountOnce } from './count-once.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import styles from './payment-providers.module.css'
import { ProviderAccounts } from './provider-accounts.tsx'

/** The payment providers that report to a site, and a button to connect another. */
export function PaymentProviders({ site }: SectionProps) {
  const siteId = site.id
  const webhooks = useWebhooks(siteId)
  const accounts = useConnections(siteId)
  const [isAdding, setIsAdding] = useState(false)
  if (webhooks.isPending) return <WaitingRows count={2} figures={1} isTall isFramed />
  if (!webhooks.data) return <Failure error={webhooks.error} retry={() => webhooks.refetch()} />
  const { providers, endpoints } = webhooks.data
  const hasAccount = (accounts.data?.connections.length ?? 0) > 0
  return (
    <div className={styles.providers}>
      {endpoints.length === 0 && !accounts.isPending && (
        <p className={lines.facts}>{hasAccount ? words.noWebhook : words.none}</p>
      )}
      {endpoints.map((endpoint) => (
        <EndpointCard
          key={endpoint.id}
          siteId={siteId}
          endpoint={endpoint}
          provider={providers.find(({ name }) => name === endpoint.provider)}
        />
      ))}
      <div>
        <Button look="primary" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden />
          {words.add}
        </Button>
      </div>
      <ProviderAccounts siteId={siteId} />
      <CountOnce site={site} />
      {isAdding && (
        <AddProviderDialog siteId={siteId} providers={providers} close={() => setIsAdding(false)} />
      )}
    </div>
  )
}
