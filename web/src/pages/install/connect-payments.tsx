import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCreateKey } from '../../api/site/keys.ts'
import type { Site } from '../../api/site/sites.ts'
import { useWebhooks, type WebhookProvider } from '../../api/site/webhooks.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Tabs } from '../../parts/figures/tabs.tsx'
import { Button, buttonClass } from '../../parts/forms/button.tsx'
import { paymentCall } from '../../parts/snippets.ts'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { installTexts } from '../../texts/install.ts'
import styles from './install-page.module.css'

const words = installTexts

/** With the guides of all providers, which only this dialog needs. */
const AddProviderDialog = lazy(async () => ({
  default: (await import('../settings/payments/add-provider-dialog.tsx')).AddProviderDialog,
}))

interface ConnectPaymentsProps {
  site: Site
  /** The visitor whose ID the example contains. */
  visitorId: string | undefined
}

/** How to report real payments: from a provider's webhook, or from the site's server. */
export function ConnectPayments({ site, visitorId }: ConnectPaymentsProps) {
  const webhooks = useWebhooks(site.id)
  const { providers = [], endpoints = [] } = webhooks.data ?? {}
  const [chosen, setChosen] = useState('stripe')
  const provider = providers.find(({ name }) => name === chosen)
  const options = providers.map(({ name, title }) => ({ name, words: title }))
  return (
    <div className={styles.test}>
      <h3>{words.connect}</h3>
      <Tabs
        label={words.connect}
        options={[...options, { name: 'curl', words: words.ownServer }]}
        chosen={provider === undefined ? 'curl' : chosen}
        choose={setChosen}
        look="box"
        panelClassName={styles.platform}
      >
        {provider ? (
          <Provider
            key={provider.name}
            siteId={site.id}
            {...{ provider, providers }}
            isConnected={endpoints.some((endpoint) => endpoint.provider === provider.name)}
          />
        ) : (
          <OwnServer site={site} visitorId={visitorId} />
        )}
      </Tabs>
    </div>
  )
}

interface ProviderProps {
  siteId: string
  provider: WebhookProvider
  providers: readonly WebhookProvider[]
  isConnected: boolean
}

function Provider({ siteId, provider: { name, title }, providers, isConnected }: ProviderProps) {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <p>{isConnected ? words.providerConnected(title) : words.providerLead(title)}</p>
      <div className={styles.actions}>
        {isConnected ? (
          <Link
            to="/sites/$siteId/settings/$section"
            params={{ siteId, section: 'providers' }}
            className={buttonClass('plain')}
          >
            {words.toProviders}
          </Link>
        ) : (
          <Button onClick={() => setIsAdding(true)}>{words.connectTo(title)}</Button>
        )}
        <a
          href={`/help/payments/${name}.html`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('quiet')}
        >
          {words.providerHelp(title)}
        </a>
      </div>
      {isAdding && (
        <Suspense>
          <AddProviderDialog
            {...{ siteId, providers }}
            initial={name}
            close={() => setIsAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function OwnServer({ site, visitorId }: ConnectPaymentsProps) {
  const create = useCreateKey(site.id)
  const key = create.data?.token
  const make = () =>
    create.mutate({ name: words.serverKeyName, scopes: ['payments:write', 'goals:write'] })
  return (
    <>
      <p>{words.paymentsLead}</p>
      <CodeBlock code={paymentCall(site.currency, { key, visitorId })} label={words.ownServer} />
      {create.error && <Notice look="bad">{explainFailure(create.error)}</Notice>}
      {key === undefined ? (
        <div>
          <Button busy={create.isPending} onClick={make}>
            {words.makeKey}
          </Button>
        </div>
      ) : (
        <Notice look="money">{words.keyOnce}</Notice>
      )}
    </>
  )
}
