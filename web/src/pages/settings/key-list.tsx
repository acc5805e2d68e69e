import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type ApiKey, useKeys, useRevokeKey } from '../../api/site/keys.ts'
import { formatInstantDay } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import { useNewDialog } from '../../parts/dialogs/use-new-dialog.ts'
import { Line, Lines } from '../../parts/figures/lines.tsx'
import { AskingButton } from '../../parts/forms/asking-button.tsx'
import { Button } from '../../parts/forms/button.tsx'
import forms from '../../parts/forms/form.module.css'
import { Failure } from '../../parts/states/failure.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { ChangeKeyDialog } from './change-key-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RollKeyDialog } from './roll-key-dialog.tsx'
import type { SectionProps } from './section-props.ts'

const words = settingsTexts

/** The site's API keys that still exist, and a button to create one. */
export function KeyList({ site: { id: siteId } }: SectionProps) {
  const keys = useKeys(siteId)
  const [isMaking, setIsMaking] = useNewDialog()
  const shown = keys.data?.filter((key) => key.revokedAt === null) ?? []
  return (
    <div className={forms.form}>
      {keys.isPending && <WaitingRows count={2} figures={2} isTall isFramed />}
      {keys.error && !keys.data && <Failure error={keys.error} retry={() => keys.refetch()} />}
      {keys.data && shown.length === 0 && <p className={forms.hint}>{words.noKeys}</p>}
      {shown.length > 0 && (
        <Lines>
          {shown.map((key) => (
            <KeyLine key={key.id} apiKey={key} siteId={siteId} />
          ))}
        </Lines>
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
    permissionsOf(apiKey),
    words.perMinute(formatCount(apiKey.ratePerMinute)),
    words.created(formatInstantDay(apiKey.createdAt)),
    expiryOf(apiKey),
    apiKey.lastUsedAt ? words.lastUsed(formatInstantDay(apiKey.lastUsedAt)) : words.neverUsed,
  ]
  return (
    <Line
      sign={<KeyRound aria-hidden />}
      name={
        <>
          {apiKey.name} <code>{apiKey.prefix}…</code>
        </>
      }
      facts={facts}
    >
      <KeyActions apiKey={apiKey} siteId={siteId} />
    </Line>
  )
}

/** A key that no longer works can only be removed from the list. */
function KeyActions({ apiKey, siteId }: { apiKey: ApiKey; siteId: string }) {
  const [open, setOpen] = useState<'change' | 'roll'>()
  const dialog = { siteId, apiKey, close: () => setOpen(undefined) }
  return (
    <>
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
    </>
  )
}

function Revoke({ apiKey, siteId }: { apiKey: ApiKey; siteId: string }) {
  const revoke = useRevokeKey(siteId)
  return (
    <AskingButton
      action={words.revoke}
      busy={words.revoking}
      label={words.revokeKey(apiKey.name)}
      title={words.revokeTitle(apiKey.name)}
      mutation={revoke}
      confirm={() => revoke.mutate(apiKey.id)}
    >
      {words.revokeHint}
    </AskingButton>
  )
}

function isExpired({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && Date.parse(expiresAt) < Date.now()
}

/** Some permissions have a comma in their names. */
function permissionsOf({ scopes }: ApiKey): string {
  const isAll = Object.keys(words.scopeNames).every((scope) => scopes.some((own) => own === scope))
  return isAll
    ? words.allScopes
    : scopes.map((scope) => words.scopeNames[scope] ?? scope).join('; ')
}

function expiryOf(apiKey: ApiKey): string | undefined {
  if (apiKey.expiresAt === null) return undefined
  const day = formatInstantDay(apiKey.expiresAt)
  return isExpired(apiKey) ? words.expired(day) : words.expires(day)
}
