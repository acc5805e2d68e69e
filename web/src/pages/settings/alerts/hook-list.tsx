import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type AlertHook, useHook } from '../../../api/site/alerts.ts'
import { formatInstantDay } from '../../../format/date.ts'
import { Line, Lines } from '../../../parts/figures/lines.tsx'
import { AskingButton } from '../../../parts/forms/asking-button.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { explainFailure } from '../../../parts/states/failure.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import styles from './alerts.module.css'
import { AddHookDialog, SecretDialog } from './hook-dialogs.tsx'
import { PartTitle } from './part-title.tsx'

interface HookListProps {
  siteId: string
  hooks: readonly AlertHook[]
}

/** The webhooks that alerts are sent to, and a form to add one. */
export function HookList({ siteId, hooks }: HookListProps) {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <div className={styles.part}>
      <PartTitle title={words.hooks} lead={hooks.length === 0 ? words.noHooks : words.hooksLead} />
      {hooks.length > 0 && (
        <Lines label={words.hooks}>
          {hooks.map((hook) => (
            <HookLine key={hook.id} siteId={siteId} hook={hook} />
          ))}
        </Lines>
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
  const { name, format, host, createdAt } = hook
  const error = test.error ?? rotate.error
  return (
    <Line
      name={name}
      facts={[words.formats[format], host, formatInstantDay(createdAt)]}
      error={error && <span role="alert">{explainFailure(error)}</span>}
    >
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
      <AskingButton
        action={words.remove}
        busy={words.removing}
        label={words.removeOf(name)}
        title={words.removeTitle(name)}
        mutation={remove}
        confirm={() => remove.mutate()}
      >
        {words.removeHint}
      </AskingButton>
      <span role="status">{test.isSuccess && words.tested}</span>
      {rotate.data && (
        <SecretDialog
          secret={rotate.data.secret}
          hint={`${words.secretHint} ${words.rotatedHint}`}
          close={() => rotate.reset()}
        />
      )}
    </Line>
  )
}
