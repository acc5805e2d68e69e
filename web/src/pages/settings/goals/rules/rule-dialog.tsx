import type { GoalRule, NewGoalRule } from '@tributary/contract/app/goal-rules.ts'
import type { AppSite } from '@tributary/contract/app/site.ts'
import { goalRuleKinds } from '@tributary/contract/goal-limits.ts'
import { useId, useState } from 'react'
import { useGoalSources, useSaveGoalRule } from '../../../../api/site/goal-rules.ts'
import { formatCount } from '../../../../format/number.ts'
import { DialogForm, SmallDialog } from '../../../../parts/dialogs/small-dialog.tsx'
import { SelectField, TextField } from '../../../../parts/forms/field.tsx'
import { goalTexts } from '../../../../texts/goals.ts'
import { Consequences } from './consequences.tsx'
import { ElementFields, isSelector } from './element-fields.tsx'
import { fitting } from './fits.ts'

const words = goalTexts.rules

interface RuleDialogProps {
  site: AppSite
  /** The goal to change; undefined to add one. */
  rule?: GoalRule | undefined
  close: () => void
}

/** Defines a goal, or changes one: its name, what counts, and where. */
export function RuleDialog({ site, rule, close }: RuleDialogProps) {
  const save = useSaveGoalRule(site.id, rule?.ruleId)
  const [goal, setGoal] = useState(rule?.goal ?? '')
  const [kind, setKind] = useState<NewGoalRule['kind']>(rule?.kind ?? 'page')
  const [pattern, setPattern] = useState(rule?.pattern ?? '')
  const given = { goal: goal.trim(), kind, pattern: pattern.trim() }
  const isWrong = kind === 'selector' && !isSelector(pattern)
  const submit = () => {
    if (!isWrong) save.mutate(given, { onSuccess: close })
  }
  const action = rule ? words.save : words.add
  return (
    <SmallDialog
      title={rule ? words.editTitle(rule.goal) : words.add}
      close={close}
      isFirm
      isBusy={save.isPending}
    >
      <DialogForm
        submit={submit}
        mutation={save}
        action={action}
        busy={rule ? words.saving : words.adding}
      >
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
        {rule && <Consequences old={rule} given={given} />}
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

/** A path, address or id, with suggestions from recent hits and how many of them match. */
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
