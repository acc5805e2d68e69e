import { funnelLimits } from '@tributary/contract/questions/funnel-limits.ts'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { Site } from '../../api/site/sites.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { useSortable } from '../../parts/forms/use-sortable.ts'
import { exploreTexts } from '../../texts/explore.ts'
import { type FunnelState, windows } from '../../url-state/funnel-state.ts'
import type { Range } from '../../url-state/range.ts'
import type { NamedStep } from '../../url-state/step.ts'
import styles from './funnels-page.module.css'
import { StepFields } from './step-fields.tsx'

const words = exploreTexts.funnels

/** A step while it is edited; the id keeps its fields together when it moves. */
export interface DraftStep extends NamedStep {
  id: number
}

interface FunnelEditorProps {
  site: Site
  range: Range
  funnel: FunnelState
  show: (change: Partial<FunnelState>) => void
}

/** The steps of a funnel. Nothing is requested until the form is submitted. */
export function FunnelEditor({ site, range, funnel, show }: FunnelEditorProps) {
  const [draft, setDraft] = useState(() => draftOf(funnel.steps))
  const [tried, setTried] = useState(false)
  const [said, setSaid] = useState('')
  const nextId = useRef(draft.length)
  // Where the focus goes when a step is removed.
  const addButton = useRef<HTMLButtonElement>(null)
  const isWhole = draft.every(({ value }) => value.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWhole) return
    show({ steps: draft.map(({ id: _, value, ...step }) => ({ ...step, value: value.trim() })) })
  }
  const add = () => {
    const id = nextId.current++
    setDraft([...draft, { id, kind: 'page', match: 'is', value: '' }])
  }
  const move = (from: number, to: number) => {
    const step = draft[from]
    if (step === undefined) return
    setDraft(draft.toSpliced(from, 1).toSpliced(to, 0, step))
    setSaid(words.moved(step.value || words.step(from + 1), to + 1))
  }
  const sortable = useSortable(draft.length, move)
  return (
    <Panel title={words.editor}>
      <form className={styles.editor} onSubmit={submit}>
        <ol className={styles.steps}>
          {draft.map((step, index) => (
            <StepFields
              key={step.id}
              siteId={site.id}
              range={range}
              step={step}
              place={{ index, count: draft.length }}
              isMissing={tried && step.value.trim() === ''}
              change={(changed) => setDraft(draft.with(index, { ...step, ...changed }))}
              move={(by) => move(index, index + by)}
              row={sortable.row(index)}
              handle={sortable.handle(index)}
              remove={() => {
                addButton.current?.focus()
                setDraft(draft.toSpliced(index, 1))
              }}
            />
          ))}
        </ol>
        <Button
          ref={addButton}
          look="quiet"
          onClick={add}
          rests={draft.length >= funnelLimits.steps}
        >
          <Plus aria-hidden />
          {words.add}
        </Button>
        <FunnelRules funnel={funnel} show={show} />
        <Button type="submit" look="primary">
          {words.show}
        </Button>
        <span className="visually-hidden" role="status">
          {said}
        </span>
      </form>
    </Panel>
  )
}

/** The maximum time between the steps, and the unit (visitors or sessions). */
function FunnelRules({ funnel, show }: Pick<FunnelEditorProps, 'funnel' | 'show'>) {
  return (
    <div className={styles.pair}>
      <SelectField
        label={words.window}
        value={String(funnel.windowHours)}
        onChange={(event) => show({ windowHours: Number(event.target.value) })}
      >
        {[...new Set([...windows, funnel.windowHours])].map((hours) => (
          <option key={hours} value={hours}>
            {words.hours(hours)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.by}
        value={funnel.by}
        onChange={(event) => show({ by: event.target.value as FunnelState['by'] })}
      >
        <option value="visitor">{words.visitors}</option>
        <option value="session">{words.sessions}</option>
      </SelectField>
    </div>
  )
}

function draftOf(steps: readonly NamedStep[]): DraftStep[] {
  const blank = { kind: 'page', match: 'is', value: '' } as const
  const filled = steps.length >= 2 ? steps : [...steps, blank, blank].slice(0, 2)
  return filled.map((step, id) => ({ ...step, id }))
}
