import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type AlertHook, useHook } from '../../../api/alerts.ts'
import { formatInstantDay } from '../../../format/date.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { explainFailure } from '../../../parts/failure.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import styles from './alerts.module.css'
import { AddHookDialog, SecretDialog } from './hook-dialogs.tsx'
import { PartTitle } from './part-title.tsx'

interface HookListProps {
  siteId: string
  hooks: readonly AlertHook[]
}

/** Where alerts are sent beside e-mails, and the way to one more. */
export function HookList({ siteId, hooks }: HookListProps) {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <div className={styles.part}>
      <PartTitle title={words.hooks} lead={hooks.length === 0 ? words.noHooks : words.hooksLead} />
      {hooks.length > 0 && (
        <ul className={styles.list} aria-label={words.hooks}>
          {hooks.map((hook) => (
            <HookLine key={hook.id} siteId={siteId} hook={hook} />
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => setIsAdding(true)}>
          <Plus aria-hidden />
          {words.addHook}
        </Button>
      </div>
      {isAdding && <AddHookDialog siteId={siteId} close={() => setIsAdding(false)} />}
    </div>
  )
}

function HookLine({ siteId, hook }: { siteId: string; hook: AlertHook }) {
  const { rotate, test, remove } = useHook(siteId, hook.id)
  const [isRemoving, setIsRemoving] = useState(false)
  const { name, format, host, createdAt } = hook
  const error = test.error ?? rotate.error
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.facts}>
          {[words.formats[format], host, formatInstantDay(createdAt)].join(' · ')}
        </p>
      </div>
      <div className={styles.actions}>
        <Button aria-label={words.testOf(name)} busy={test.isPending} onClick={() => test.mutate()}>
          {words.test}
        </Button>
        {format === 'json' && (
          <Button
            aria-label={words.rotateOf(name)}
            busy={rotate.isPending}
            onClick={() => rotate.mutate()}
          >
            {words.rotate}
          </Button>
        )}
        <Button aria-label={words.removeOf(name)} onClick={() => setIsRemoving(true)}>
          {words.remove}
        </Button>
        <span role="status">{test.isSuccess && words.tested}</span>
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {explainFailure(error)}
        </p>
      )}
      {rotate.data && (
        <SecretDialog
          secret={rotate.data.secret}
          hint={`${words.secretHint} ${words.rotatedHint}`}
          close={() => rotate.reset()}
        />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={words.removeTitle(name)}
          action={words.remove}
          busy={words.removing}
          deed={remove}
          confirm={() => remove.mutate()}
          close={() => setIsRemoving(false)}
        >
          {words.removeHint}
        </ConfirmDialog>
      )}
    </li>
  )
}
