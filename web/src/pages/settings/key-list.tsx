import { AlertDialog } from '@base-ui/react/alert-dialog'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type ApiKey, useKeys, useRevokeKey } from '../../api/keys.ts'
import { formatInstantDay } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { explainFailure, Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { texts } from '../../texts/texts.ts'
import { ChangeKeyDialog } from './change-key-dialog.tsx'
import styles from './key-list.module.css'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RollKeyDialog } from './roll-key-dialog.tsx'
import type { SectionProps } from './section-props.ts'

const words = settingsTexts

/** The site's API keys that still exist, and the way to a new one. */
export function KeyList({ site: { id: siteId } }: SectionProps) {
  const keys = useKeys(siteId)
  const [isMaking, setIsMaking] = useState(false)
  const shown = keys.data?.filter((key) => key.revokedAt === null) ?? []
  return (
    <div className={styles.keys}>
      {keys.isPending && <Skeleton width="100%" height="56px" />}
      {keys.error && !keys.data && <Failure error={keys.error} retry={() => keys.refetch()} />}
      {keys.data && shown.length === 0 && <p className={styles.none}>{words.noKeys}</p>}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((key) => (
            <KeyLine key={key.id} apiKey={key} siteId={siteId} />
          ))}
        </ul>
      )}
      <div>
        <Button look="primary" onClick={() => setIsMaking(true)}>
          <Plus aria-hidden />
          {words.newKey}
        </Button>
      </div>
      {isMaking && <NewKeyDialog siteId={siteId} close={() => setIsMaking(false)} />}
    </div>
  )
}

function KeyLine({ apiKey, siteId }: { apiKey: ApiKey; siteId: string }) {
  const facts = [
    apiKey.scopes.map((scope) => words.scopeNames[scope] ?? scope).join(', '),
    words.perMinute(formatCount(apiKey.ratePerMinute)),
    words.created(formatInstantDay(apiKey.createdAt)),
    expiryOf(apiKey),
    apiKey.lastUsedAt ? words.lastUsed(formatInstantDay(apiKey.lastUsedAt)) : words.neverUsed,
  ]
  return (
    <li className={styles.key}>
      <KeyRound aria-hidden className={styles.sign} />
      <div className={styles.words}>
        <p className={styles.name}>
          {apiKey.name} <code>{apiKey.prefix}…</code>
        </p>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <KeyActions apiKey={apiKey} siteId={siteId} />
    </li>
  )
}

/** A key that no longer works can only be taken off the list. */
function KeyActions({ apiKey, siteId }: { apiKey: ApiKey; siteId: string }) {
  const [open, setOpen] = useState<'change' | 'roll'>()
  const dialog = { siteId, apiKey, close: () => setOpen(undefined) }
  return (
    <div className={styles.actions}>
      {!isExpired(apiKey) && (
        <>
          <Button onClick={() => setOpen('change')} aria-label={words.changeKey(apiKey.name)}>
            {words.change}
          </Button>
          <Button onClick={() => setOpen('roll')} aria-label={words.rollKey(apiKey.name)}>
            {words.roll}
          </Button>
        </>
      )}
      <Revoke apiKey={apiKey} siteId={siteId} />
      {open === 'change' && <ChangeKeyDialog {...dialog} />}
      {open === 'roll' && <RollKeyDialog {...dialog} />}
    </div>
  )
}

function Revoke({ apiKey, siteId }: { apiKey: ApiKey; siteId: string }) {
  const revoke = useRevokeKey(siteId)
  return (
    <AlertDialog.Root onOpenChange={() => revoke.reset()}>
      <AlertDialog.Trigger render={<Button aria-label={words.revokeKey(apiKey.name)} />}>
        {words.revoke}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogs.backdrop} />
        <AlertDialog.Popup className={dialogs.small}>
          <AlertDialog.Title className={dialogs.title}>
            {words.revokeTitle(apiKey.name)}
          </AlertDialog.Title>
          <AlertDialog.Description className={dialogs.text}>
            {words.revokeHint}
          </AlertDialog.Description>
          {revoke.error && <Notice look="bad">{explainFailure(revoke.error)}</Notice>}
          <div className={dialogs.actions}>
            <AlertDialog.Close render={<Button />}>{texts.cancel}</AlertDialog.Close>
            <Button look="danger" busy={revoke.isPending} onClick={() => revoke.mutate(apiKey.id)}>
              {revoke.isPending ? words.revoking : words.revoke}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function isExpired({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && Date.parse(expiresAt) < Date.now()
}

function expiryOf(apiKey: ApiKey): string | undefined {
  if (apiKey.expiresAt === null) return undefined
  const day = formatInstantDay(apiKey.expiresAt)
  return isExpired(apiKey) ? words.expired(day) : words.expires(day)
}
