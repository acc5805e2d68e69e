import { useState } from 'react'
import { useConnections } from '../../../api/connections.ts'
import { Button } from '../../../parts/button.tsx'
import { Failure } from '../../../parts/failure.tsx'
import lines from '../../../parts/lines.module.css'
import { WaitingRows } from '../../../parts/waiting.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import { AccountCard } from './account-card.tsx'
import { ConnectAccountDialog } from './connect-account-dialog.tsx'
import styles from './payment-providers.module.css'

const words = providerTexts.account

/** The accounts at payment providers that are read with a key, and the way to connect one. */
export function ProviderAccounts({ siteId }: { siteId: string }) {
  const accounts = useConnections(siteId)
  const [connecting, setConnecting] = useState<string>()
  if (accounts.isPending) return <WaitingRows count={1} figures={1} isTall isFramed />
  if (!accounts.data) return <Failure error={accounts.error} retry={() => accounts.refetch()} />
  const { providers, connections } = accounts.data
  const provider = providers.find(({ name }) => name === connecting)
  return (
    <>
      {providers.map((one) => {
        const connection = connections.find(({ provider: name }) => name === one.name)
        if (connection !== undefined) {
          return (
            <AccountCard key={one.name} siteId={siteId} provider={one} connection={connection} />
          )
        }
        return (
          <section key={one.name} className={styles.endpoint} aria-label={words.title(one.title)}>
            <div>
              <h3>{words.title(one.title)}</h3>
              <p className={lines.facts}>{words.lead}</p>
            </div>
            <div>
              <Button onClick={() => setConnecting(one.name)}>{words.connect(one.title)}</Button>
            </div>
          </section>
        )
      })}
      {provider && (
        <ConnectAccountDialog
          siteId={siteId}
          provider={provider}
          close={() => setConnecting(undefined)}
        />
      )}
    </>
  )
}
