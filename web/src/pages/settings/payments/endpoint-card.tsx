import { useState } from 'react'
import {
  type EndpointPlace,
  useTryWebhook,
  type WebhookEndpoint,
  type WebhookProvider,
} from '../../../api/site/webhooks.ts'
import { formatInstant } from '../../../format/date.ts'
import { CodeBlock } from '../../../parts/code-block.tsx'
import lines from '../../../parts/figures/lines.module.css'
import { Button } from '../../../parts/forms/button.tsx'
import { explainFailure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import { ChangeEndpointDialog } from './change-endpoint-dialog.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { EndpointHealth } from './endpoint-health.tsx'
import styles from './payment-providers.module.css'
import { ProviderSteps } from './provider-steps.tsx'
import { RemoveEndpoint } from './remove-endpoint.tsx'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'
import { TrialStages } from './trial-stages.tsx'

interface EndpointCardProps {
  siteId: string
  endpoint: WebhookEndpoint
  provider: WebhookProvider | undefined
}

/** A connected provider: its address, its state, its deliveries, and the actions for it. */
export function EndpointCard({ siteId, endpoint, provider }: EndpointCardProps) {
  const title = provider?.title ?? endpoint.provider
  const place = { siteId, endpointId: endpoint.id }
  const [showsDeliveries, setShowsDeliveries] = useState(false)
  return (
    <article className={styles.endpoint} aria-label={title}>
      <EndpointHealth endpoint={endpoint} title={title} />
      <CodeBlock code={endpoint.url} label={words.address} />
      {endpoint.oldSecretUntil !== null && Date.parse(endpoint.oldSecretUntil) > Date.now() && (
        <p className={lines.facts}>{words.oldSecret(formatInstant(endpoint.oldSecretUntil))}</p>
      )}
      <details className={styles.setUp}>
        <summary>{words.steps}</summary>
        <ProviderSteps name={endpoint.provider} title={title} />
      </details>
      <EndpointActions
        place={place}
        endpoint={endpoint}
        provider={provider}
        title={title}
        showsDeliveries={showsDeliveries}
        toggleDeliveries={() => setShowsDeliveries(!showsDeliveries)}
      />
      {showsDeliveries && <DeliveryList place={place} />}
    </article>
  )
}

interface EndpointActionsProps {
  place: EndpointPlace
  endpoint: WebhookEndpoint
  provider: WebhookProvider | undefined
  title: string
  showsDeliveries: boolean
  toggleDeliveries: () => void
}

function EndpointActions(props: EndpointActionsProps) {
  const { place, endpoint, provider, title, showsDeliveries, toggleDeliveries } = props
  const trial = useTryWebhook(place)
  const [isRotating, setIsRotating] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  return (
    <>
      <div className={lines.actions}>
        <Button busy={trial.isPending} onClick={() => trial.mutate()}>
          {trial.isPending ? words.trying : words.try}
        </Button>
        <Button aria-expanded={showsDeliveries} onClick={toggleDeliveries}>
          {words.deliveries}
        </Button>
        {provider && (
          <Button aria-label={words.changeOf(title)} onClick={() => setIsChanging(true)}>
            {words.change}
          </Button>
        )}
        {provider?.isSigned && (
          <Button aria-label={words.rotateOf(title)} onClick={() => setIsRotating(true)}>
            {words.rotate}
          </Button>
        )}
        <RemoveEndpoint place={place} title={title} />
      </div>
      {trial.error && <Notice look="bad">{explainFailure(trial.error)}</Notice>}
      {trial.data && <TrialStages ok={trial.data.ok} stages={trial.data.stages} />}
      {isChanging && provider && (
        <ChangeEndpointDialog
          siteId={place.siteId}
          endpoint={endpoint}
          provider={provider}
          close={() => setIsChanging(false)}
        />
      )}
      {isRotating && provider && (
        <RotateSecretDialog place={place} provider={provider} close={() => setIsRotating(false)} />
      )}
    </>
  )
}
