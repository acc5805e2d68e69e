import type { NewGoalRule } from '@tributary/contract/app-goal-rules.ts'
import type { AppSite } from '@tributary/contract/app-site.ts'
import { goalRuleKinds } from '@tributary/contract/goal-limits.ts'
import { useId, useState } from 'react'
import { useAddGoalRule, useGoalSources } from '../../../../api/goal-rules.ts'
import { formatCount } from '../../../../format/number.ts'
import { SelectField, TextField } from '../../../../parts/field.tsx'
import { DialogForm, SmallDialog } from '../../../../parts/small-dialog.tsx'
import { goalTexts } from '../../../../texts/goals.ts'
import { ElementFields, isSelector } from './element-fields.tsx'
import { fitting } from './fits.ts'

const words = goalTexts.rules

/** Defines a goal: its name, what counts, and where. */
export function NewRuleDialog({ site, close }: { site: AppSite; close: () => void }) {
  const add = useAddGoalRule(site.id)
  const [goal, setGoal] = useState('')
  const [kind, setKind] = useState<NewGoalRule['kind']>('page')
  const [pattern, setPattern] = useState('')
  const isWrong = kind === 'selector' && !isSelector(pattern)
  const submit = () => {
    if (!isWrong) add.mutate({ goal, kind, pattern }, { onSuccess: close })
  }
  return (
    <SmallDialog title={words.add} close={close} isFirm isBusy={add.isPending}>
      <DialogForm submit={submit} deed={add} action={words.add} busy={words.adding}>
        <TextField
          label={words.name}
          hint={words.nameHint}
          required
          maxLength={255}
          autoComplete="off"
          placeholder={words.nameExample}
          value={goal}
          onChange={({ target }) => setGoal(target.value)}
        />
        <SelectField
          label={words.when}
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as NewGoalRule['kind'])
            setPattern('')
          }}
        >
          {goalRuleKinds.map((one) => (
            <option key={one} value={one}>
              {words.kinds[one]}
            </option>
          ))}
        </SelectField>
        {kind === 'selector' ? (
          <ElementFields site={site} pattern={pattern} setPattern={setPattern} />
        ) : (
          <PatternField key={kind} siteId={site.id} kind={kind} {...{ pattern, setPattern }} />
        )}
      </DialogForm>
    </SmallDialog>
  )
}

interface PatternFieldProps {
  siteId: string
  kind: Exclude<NewGoalRule['kind'], 'selector'>
  pattern: string
  setPattern: (pattern: string) => void
}

/** A path, address or id, with what was seen of that kind to choose from and how much of it fits. */
function PatternField({ siteId, kind, pattern, setPattern }: PatternFieldProps) {
  const sources = useGoalSources(siteId, kind)
  const list = useId()
  const { label, hint, example } = words.patterns[kind]
  const known = sources.data ?? []
  const found = pattern.trim() === '' ? undefined : fitting(known, { kind, pattern })
  const sum = found?.reduce((total, { count }) => total + count, 0) ?? 0
  const isCounted = kind !== 'form' && sources.isSuccess && found !== undefined
  return (
    <>
      <TextField
        label={label}
        hint={isCounted ? words.seen(formatCount(found.length), formatCount(sum)) : hint}
        required
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        placeholder={example}
        list={known.length > 0 ? list : undefined}
        value={pattern}
        onChange={({ target }) => setPattern(target.value)}
      />
      <datalist id={list}>
        {known.slice(0, 200).map(({ address }) => (
          <option key={address} value={address} />
        ))}
      </datalist>
    </>
  )
}
