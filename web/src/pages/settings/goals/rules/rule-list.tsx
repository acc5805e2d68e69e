import type { GoalRule } from '@tributary/contract/app/goal-rules.ts'
import type { SeenGoal } from '@tributary/contract/app/goals.ts'
import type { AppSite } from '@tributary/contract/app/site.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useGoalRules, useRemoveGoalRule } from '../../../../api/site/goal-rules.ts'
import { formatInstant } from '../../../../format/date.ts'
import { formatCount } from '../../../../format/number.ts'
import { Line, Lines } from '../../../../parts/figures/lines.tsx'
import { AskingButton } from '../../../../parts/forms/asking-button.tsx'
import { Button } from '../../../../parts/forms/button.tsx'
import { Failure } from '../../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../../parts/states/waiting.tsx'
import { goalTexts } from '../../../../texts/goals.ts'
import parts from '../../alerts/alerts.module.css'
import { RuleDialog } from './rule-dialog.tsx'

const words = goalTexts.rules

interface RuleListProps {
  site: AppSite
  /** The received goals, as far as they are loaded. */
  seen: readonly SeenGoal[] | undefined
}

/** The goals that are defined here, with their totals, and a button to add one. */
export function RuleList({ site, seen }: RuleListProps) {
  const rules = useGoalRules(site.id)
  const [edited, setEdited] = useState<GoalRule | 'new'>()
  return (
    <div className={parts.part}>
      <div>
        <h3>{words.title}</h3>
        <p className={parts.lead}>{words.lead}</p>
      </div>
      {rules.isPending && <WaitingRows count={2} isTall isFramed />}
      {rules.error && <Failure error={rules.error} retry={() => rules.refetch()} />}
      {rules.data && rules.data.length > 0 && (
        <Lines label={words.title}>
          {rules.data.map((rule) => (
            <RuleLine
              key={rule.ruleId}
              siteId={site.id}
              rule={rule}
              edit={() => setEdited(rule)}
              seen={seen?.find(({ goal }) => goal === rule.goal)}
            />
          ))}
        </Lines>
      )}
      <div>
        <Button
          look={rules.data?.length === 0 ? 'primary' : 'plain'}
          onClick={() => setEdited('new')}
        >
          <Plus aria-hidden /> {words.add}
        </Button>
      </div>
      {edited && (
        <RuleDialog
          site={site}
          rule={edited === 'new' ? undefined : edited}
          close={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

interface RuleLineProps {
  siteId: string
  rule: GoalRule
  edit: () => void
  seen: SeenGoal | undefined
}

/** One of them: what counts, how often it was reached, and when last. */
function RuleLine({ siteId, rule, edit, seen }: RuleLineProps) {
  const remove = useRemoveGoalRule(siteId)
  const { goal, kind, pattern, isFilling } = rule
  const isCounted = kind === 'form' || kind === 'selector'
  return (
    <Line
      name={
        <>
          {goal}
          <code>{pattern}</code>
        </>
      }
      facts={[
        words.short[kind],
        isFilling && words.filling,
        ...(seen
          ? [
              words.reached(formatCount(seen.count), formatCount(seen.visitors)),
              words.last(formatInstant(seen.lastSeenAt)),
            ]
          : [!isFilling && words.never]),
      ]}
    >
      <Button aria-label={words.editOf(goal)} onClick={edit}>
        {words.edit}
      </Button>
      <AskingButton
        action={words.remove}
        busy={words.removing}
        label={words.removeOf(goal)}
        title={words.removeTitle(goal)}
        mutation={remove}
        confirm={() => remove.mutate(rule.ruleId)}
      >
        {isCounted ? words.removeKept : words.removeAll}
      </AskingButton>
    </Line>
  )
}
