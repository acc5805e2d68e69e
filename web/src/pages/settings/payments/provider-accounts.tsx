import { useState } from 'react'
import { useConnections } from '../../../api/site/connections.ts'
import lines from '../../../parts/figures/lines.module.css'
import { Button } from '../../../parts/forms/button.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import { AccountCard } from './account-card.tsx'
import { ConnectAccountDialog } from './connect-account-dialog.tsx'
import styles from './payment-providers.module.css'

const words = providerTexts.account

/** The accounts at payment providers that are read with a key, and a button to connect another. */
export function ProviderAccounts({ siteId }: { siteId: string }) {
  const accounts = useConnections(siteId)
  const [isConnecting, setIsConnecting] = useState(false)
  if (accounts.isPending) return <WaitingRows count={1} figures={1} isTall isFramed />
  if (!accounts.data) return <Failure error={accounts.error} retry={() => accounts.refetch()} />
  const { providers, connections } = accounts.data
  const connected = providers.flatMap((provider) => {
    const connection = connections.find((one) => one.provider === provider.name)
    return connection === undefined ? [] : [{ provider, connection }]
  })
  const left = providers.filter(({ name }) => !connections.some((one) => one.provider === name))
  return (
    <>
      {connected.map((account) => (
        <AccountCard key={account.provider.name} siteId={siteId} {...account} />
      ))}
      {left.length > 0 && (
        <section className={styles.endpoint} aria-label={words.accounts}>
          <div>
            <h3>{words.accounts}</h3>
            <p className={lines.facts}>{words.lead}</p>
          </div>
          <div>
            <Button onClick={() => setIsConnecting(true)}>{words.connectOne}</Button>
          </div>
        </section>
      )}
      {isConnecting && (
        <ConnectAccountDialog
          siteId={siteId}
          providers={left}
          close={() => setIsConnecting(false)}
        />
      )}
    </>
  )
}
