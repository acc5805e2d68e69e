import type { GoalSetting, GoalSettingChange } from '@tributary/contract/app/goals.ts'
import { useState } from 'react'
import { useChangeGoal, useGoalSettings, useSeenGoals } from '../../../api/site/goal-settings.ts'
import { Lines } from '../../../parts/figures/lines.tsx'
import { explainFailure, Failure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { goalTexts as words } from '../../../texts/goals.ts'
import parts from '../alerts/alerts.module.css'
import type { SectionProps } from '../section-props.ts'
import { GoalLine } from './goal-line.tsx'
import { type ManagedGoal, mergeGoals } from './merge-goals.ts'
import { RuleList } from './rules/rule-list.tsx'
import { SendGoal } from './send-goal.tsx'

/** The goals that a site has received, how each is shown, and how to send one. */
export function Goals({ site }: SectionProps) {
  const { id: siteId } = site
  const settings = useGoalSettings(siteId)
  const seen = useSeenGoals(siteId)
  const save = useChangeGoal(siteId)
  const [moved, setMoved] = useState<string>()
  const change = (wanted: GoalSettingChange) => {
    setMoved(wanted.shown === undefined ? undefined : wanted.goal)
    save.mutate(wanted)
  }
  const failed = settings.data ? seen : settings
  const goals = settings.data && seen.data && mergeGoals(seen.data, settings.data)
  const lists = (['pinned', 'listed', 'hidden'] as const).map((shown) => ({
    shown,
    goals: goals?.filter((goal) => goal.shown === shown) ?? [],
  }))
  return (
    <div className={parts.parts}>
      <RuleList site={site} seen={seen.data} />
      {!goals && failed.isPending && <WaitingRows count={3} isTall isFramed />}
      {!goals && failed.error && <Failure error={failed.error} retry={() => failed.refetch()} />}
      {goals?.length === 0 && <Notice look="plain">{words.empty}</Notice>}
      {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
      {lists
        .filter((list) => list.goals.length > 0)
        .map(({ shown, goals: listed }) => (
          <GoalList key={shown} shown={shown} goals={listed} save={change} moved={moved} />
        ))}
      {goals && <SendGoal siteId={siteId} />}
    </div>
  )
}

interface GoalListProps {
  shown: GoalSetting['shown']
  goals: readonly ManagedGoal[]
  save: (change: GoalSettingChange) => void
  /** Which of them somebody just now moved here. */
  moved: string | undefined
}

function GoalList({ shown, goals, save, moved }: GoalListProps) {
  const { title, lead } = words.lists[shown]
  return (
    <div className={parts.part}>
      <div>
        <h3>{title}</h3>
        <p className={parts.lead}>{lead}</p>
      </div>
      <Lines label={title}>
        {goals.map((goal, place) => (
          <GoalLine
            key={goal.goal}
            goal={goal}
            place={place}
            isLast={place === goals.length - 1}
            save={save}
            wasMoved={goal.goal === moved}
          />
        ))}
      </Lines>
    </div>
  )
}
