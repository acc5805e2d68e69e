import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { Button } from '../../parts/forms/button.tsx'
import fields from '../../parts/forms/field.module.css'
import type { useSortable } from '../../parts/forms/use-sortable.ts'
import { ValueField } from '../../parts/report-tools/value-field.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import type { Range } from '../../url-state/range.ts'
import { matches, type NamedStep, type StepMatch } from '../../url-state/step.ts'
import styles from './funnels-page.module.css'

const words = exploreTexts.funnels

type Sortable = ReturnType<typeof useSortable>

interface StepFieldsProps {
  siteId: string
  range: Range
  step: NamedStep
  place: { index: number; count: number }
  isMissing: boolean
  change: (changed: Partial<NamedStep>) => void
  move: (by: -1 | 1) => void
  /** Makes the step a row that can be dragged, with its number as the handle. */
  row: ReturnType<Sortable['row']>
  handle: ReturnType<Sortable['handle']>
  remove: () => void
}

/** One step: a page or a goal, how its name is compared, its name, and its position. */
export function StepFields({
  step,
  place,
  change,
  move,
  remove,
  row,
  handle,
  ...field
}: StepFieldsProps) {
  const { index } = place
  const name = words.step(index + 1)
  return (
    <li className={styles.step} {...row}>
      <Button
        look="quiet"
        className={styles.grip}
        aria-label={words.move(index + 1)}
        title={words.move(index + 1)}
        {...handle}
      >
        <span className={styles.number}>{index + 1}</span>
        <GripVertical aria-hidden />
      </Button>
      <fieldset className={styles.fields}>
        <legend className="visually-hidden">{name}</legend>
        <select
          className={fields.input}
          aria-label={words.kind}
          value={step.kind}
          onChange={(event) => change({ kind: event.target.value as NamedStep['kind'], value: '' })}
        >
          <option value="page">{words.page}</option>
          <option value="goal">{words.goal}</option>
        </select>
        <select
          className={fields.input}
          aria-label={words.match}
          value={step.match}
          onChange={(event) => change({ match: event.target.value as StepMatch })}
        >
          {matches.map((match) => (
            <option key={match} value={match}>
              {words.matches[match]}
            </option>
          ))}
        </select>
        <div className={styles.value}>
          <ValueField
            siteId={field.siteId}
            dimension={step.kind}
            range={field.range}
            value={step.value}
            change={(value) => change({ value })}
            label={step.kind === 'page' ? words.path : words.goalName}
            placeholder={step.kind === 'page' ? '/pricing' : 'signup'}
            invalid={field.isMissing}
          />
        </div>
        {field.isMissing && (
          <p className={`${fields.error} ${styles.value}`} role="alert">
            {words.missing}
          </p>
        )}
      </fieldset>
      <StepMoves place={place} move={move} remove={remove} />
    </li>
  )
}

function StepMoves({ place, move, remove }: Pick<StepFieldsProps, 'place' | 'move' | 'remove'>) {
  const { index, count } = place
  return (
    <div className={styles.moves}>
      <Button
        look="quiet"
        aria-label={words.up(index + 1)}
        rests={index === 0}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        look="quiet"
        aria-label={words.down(index + 1)}
        rests={index === count - 1}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button
        look="quiet"
        aria-label={words.removeStep(index + 1)}
        disabled={count <= 2}
        onClick={remove}
      >
        <X aria-hidden />
      </Button>
    </div>
  )
}
