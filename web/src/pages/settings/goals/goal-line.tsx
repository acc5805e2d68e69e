import type { GoalSettingChange } from '@tributary/contract/app/goals.ts'
import { goalsOnChart } from '@tributary/contract/goal-limits.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { shownName } from '../../../api/goal-name.ts'
import { GoalSign } from '../../../charts/goal-sign.tsx'
import { formatInstantDay } from '../../../format/date.ts'
import { formatCount } from '../../../format/number.ts'
import { Line } from '../../../parts/figures/lines.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { goalTexts as words } from '../../../texts/goals.ts'
import styles from './goals.module.css'
import type { ManagedGoal } from './merge-goals.ts'
import { RenameGoalDialog } from './rename-goal-dialog.tsx'

interface GoalLineProps {
  goal: ManagedGoal
  /** Its position in its list, from 0. */
  place: number
  isLast: boolean
  save: (change: GoalSettingChange) => void
  /** Whether a person has just moved it to this list. */
  wasMoved: boolean
}

/** One goal: its totals, and how it is shown. */
export function GoalLine({ goal, place, isLast, save, wasMoved }: GoalLineProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  // In another list it is another element; the focus moves along.
  useEffect(() => {
    if (wasMoved) first.current?.focus()
  }, [wasMoved])
  const { goal: id, shown } = goal
  const name = shownName(goal)
  const change = (changed: Omit<GoalSettingChange, 'goal'>) => save({ goal: id, ...changed })
  const move = (by: -1 | 1) => change({ move: by })
  return (
    <Line
      name={
        <>
          {name}
          {goal.name !== '' && <code>{id}</code>}
        </>
      }
      facts={factsOf(goal)}
      note={
        shown === 'pinned' &&
        place < goalsOnChart && (
          <p className={styles.mark}>
            <GoalSign row={place} /> {words.onChart}
          </p>
        )
      }
    >
      {shown === 'pinned' && (
        <>
          <Button
            look="quiet"
            rests={place === 0}
            aria-label={words.up(name)}
            onClick={() => move(-1)}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button look="quiet" rests={isLast} aria-label={words.down(name)} onClick={() => move(1)}>
            <ArrowDown aria-hidden />
          </Button>
        </>
      )}
      <Button ref={first} aria-label={words.renameOf(name)} onClick={() => setIsRenaming(true)}>
        {words.rename}
      </Button>
      {shown !== 'hidden' && (
        <Button
          aria-label={shown === 'pinned' ? words.unpinOf(name) : words.pinOf(name)}
          onClick={() => change({ shown: shown === 'pinned' ? 'listed' : 'pinned' })}
        >
          {shown === 'pinned' ? words.unpin : words.pin}
        </Button>
      )}
      {shown !== 'pinned' && (
        <Button
          aria-label={shown === 'hidden' ? words.showOf(name) : words.hideOf(name)}
          onClick={() => change({ shown: shown === 'hidden' ? 'listed' : 'hidden' })}
        >
          {shown === 'hidden' ? words.show : words.hide}
        </Button>
      )}
      {isRenaming && (
        <RenameGoalDialog
          goal={goal}
          rename={(given) => {
            change({ name: given })
            setIsRenaming(false)
          }}
          close={() => setIsRenaming(false)}
        />
      )}
    </Line>
  )
}

function factsOf({ seen }: ManagedGoal): (string | false)[] {
  if (!seen) return [words.notSeen]
  const { count, visitors, values, valueSum, properties, lastSeenAt } = seen
  return [
    count === 0 ? words.notRecently : words.reached(formatCount(count), formatCount(visitors)),
    values > 0 && words.worth(formatCount(valueSum)),
    properties.length > 0 && words.said(properties.join(', ')),
    words.lastSeen(formatInstantDay(lastSeenAt)),
  ]
}
