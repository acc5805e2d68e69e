import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type ConnectableProvider,
  type Connection,
  type ConnectionPlace,
  useDisconnect,
  useSyncNow,
} from '../../../api/site/connections.ts'
import { formatDay, formatInstant } from '../../../format/date.ts'
import { formatCount, formatWholeShare } from '../../../format/number.ts'
import { Mark } from '../../../marks/mark.tsx'
import lines from '../../../parts/figures/lines.module.css'
import { AskingButton } from '../../../parts/forms/asking-button.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { explainFailure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import { ChangeKeyDialog } from './change-key-dialog.tsx'
import styles from './payment-providers.module.css'

const words = providerTexts.account

interface AccountCardProps {
  siteId: string
  provider: ConnectableProvider
  connection: Connection
}

/** An account that is read with a key: its progress, when it was last read, problems, and actions. */
export function AccountCard({ siteId, provider, connection }: AccountCardProps) {
  const { progress, error, skipped } = connection
  const state = stateOf(connection)
  const name = words.title(provider.title)
  return (
    <section className={styles.endpoint} aria-label={name}>
      <div>
        <div className={styles.heading}>
          <h3>
            <Mark kind="provider" value={provider.name} label={provider.title} /> {name}
          </h3>
          <span className={`${styles.chip} ${styles[state] ?? ''}`}>{words.states[state]}</span>
        </div>
        <p className={lines.facts}>{factsOf(connection).join(' · ')}</p>
      </div>
      {progress < 1 && (
        <div className={styles.progress}>
          <progress value={progress} aria-label={words.progress} />
          <span>{formatWholeShare(progress)}</span>
        </div>
      )}
      {error !== null && (
        <Notice look={state === 'refused' ? 'bad' : 'plain'}>
          {words.errors[error.code](formatInstant(connection.nextAt), error.detail ?? '')}
        </Notice>
      )}
      {skipped.count > 0 && (
        <Notice look="plain">
          {words.skipped(formatCount(skipped.count), skipped.last ?? '')}
        </Notice>
      )}
      {provider.permissions.length > 0 && (
        <details className={styles.setUp}>
          <summary>{words.reads}</summary>
          <p className={lines.facts}>{provider.permissions.join(' · ')}</p>
        </details>
      )}
      <p className={lines.facts}>
        <Link
          to="/sites/$siteId/payments"
          params={{ siteId }}
          search={{ view: 'reconciliation' } as never}
        >
          {words.reconcile}
        </Link>
      </p>
      <AccountActions place={{ siteId, connectionId: connection.id }} provider={provider} />
    </section>
  )
}

function AccountActions(props: { place: ConnectionPlace; provider: ConnectableProvider }) {
  const { place, provider } = props
  const sync = useSyncNow(place)
  const disconnect = useDisconnect(place)
  const [isChanging, setIsChanging] = useState(false)
  return (
    <>
      <div className={lines.actions}>
        <Button busy={sync.isPending} onClick={() => sync.mutate()}>
          {words.syncNow}
        </Button>
        <Button onClick={() => setIsChanging(true)}>{words.changeKey}</Button>
        <AskingButton
          action={words.disconnect}
          busy={words.disconnecting}
          title={words.disconnectTitle(provider.title)}
          mutation={disconnect}
          confirm={() => disconnect.mutate()}
        >
          {words.disconnectHint}
        </AskingButton>
      </div>
      {sync.error && <Notice look="bad">{explainFailure(sync.error)}</Notice>}
      {isChanging && (
        <ChangeKeyDialog place={place} provider={provider} close={() => setIsChanging(false)} />
      )}
    </>
  )
}

function stateOf({ error, progress }: Connection): keyof typeof words.states {
  if (error?.code === 'key-refused' || error?.code === 'not-permitted') return 'refused'
  if (error !== null) return 'failing'
  return progress < 1 ? 'importing' : 'good'
}

function factsOf({ keyHint, from, objects, syncedAt }: Connection): string[] {
  return [
    keyHint,
    words.from(formatDay(from.slice(0, 10))),
    words.objects(formatCount(objects)),
    syncedAt === null ? words.notSynced : words.syncedAt(formatInstant(syncedAt)),
  ]
}
