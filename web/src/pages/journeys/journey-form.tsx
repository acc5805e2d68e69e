import { type FormEvent, useState } from 'react'
import { Panel } from '../../parts/figures/panel.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Select } from '../../parts/forms/select.tsx'
import { ValueField } from '../../parts/report-tools/value-field.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import type { Range } from '../../url-state/range.ts'
import { matches, type NamedStep, type StepMatch, writeStep } from '../../url-state/step.ts'
import { depths, type JourneyState } from './journey-state.ts'
import styles from './journeys-page.module.css'

const words = exploreTexts.journeys
const steps = exploreTexts.funnels

const nowhere: NamedStep = { kind: 'page', match: 'is', value: '' }

interface JourneyFormProps {
  siteId: string
  range: Range
  from: NamedStep | undefined
  journey: JourneyState
  change: (change: Partial<JourneyState>) => void
}

/** Where the journeys begin, their direction, and how many steps are shown. */
export function JourneyForm({ siteId, range, from, journey, change }: JourneyFormProps) {
  const [step, setStep] = useState(from ?? nowhere)
  // The form keeps its state when a place is followed; remounted, it would lose the focus.
  const [begun, setBegun] = useState(from)
  if (writeStep(from ?? nowhere) !== writeStep(begun ?? nowhere)) {
    setBegun(from)
    setStep(from ?? nowhere)
  }
  const show = (value: string) => {
    if (value.trim() !== '') change({ from: { ...step, value: value.trim() } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    show(step.value)
  }
  return (
    <Panel title={words.start}>
      <form className={styles.form} onSubmit={submit}>
        <Select
          label={words.direction}
          value={journey.direction}
          change={(value) => change({ direction: value === 'previous' ? value : 'next' })}
        >
          <option value="next">{words.after}</option>
          <option value="previous">{words.before}</option>
        </Select>
        <Select
          label={steps.kind}
          value={step.kind}
          change={(value) => setStep({ ...step, kind: value as NamedStep['kind'], value: '' })}
        >
          <option value="page">{steps.page}</option>
          <option value="goal">{steps.goal}</option>
        </Select>
        <Select
          label={steps.match}
          value={step.match}
          change={(value) => setStep({ ...step, match: value as StepMatch })}
        >
          {matches.map((match) => (
            <option key={match} value={match}>
              {steps.matches[match]}
            </option>
          ))}
        </Select>
        <div className={styles.value}>
          <ValueField
            siteId={siteId}
            dimension={step.kind}
            range={range}
            value={step.value}
            change={(value) => setStep({ ...step, value })}
            choose={show}
            label={step.kind === 'page' ? steps.path : steps.goalName}
          />
        </div>
        <Select
          label={words.depth}
          value={String(journey.depth)}
          change={(value) => change({ depth: Number(value) })}
        >
          {depths.map((depth) => (
            <option key={depth} value={depth}>
              {words.steps(depth)}
            </option>
          ))}
        </Select>
        <Button type="submit" look="primary">
          {words.show}
        </Button>
      </form>
    </Panel>
  )
}
