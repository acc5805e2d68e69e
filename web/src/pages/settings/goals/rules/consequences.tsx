import type { NewGoalRule } from '@tributary/contract/app/goal-rules.ts'
import { Notice } from '../../../../parts/states/notice.tsx'
import { goalTexts } from '../../../../texts/goals.ts'

const words = goalTexts.rules.consequences

/** Explains what a change of a goal means for what it has counted so far; empty before there is a change. */
export function Consequences({ old, given }: { old: NewGoalRule; given: NewGoalRule }) {
  const isRenamed = old.goal !== given.goal
  const isSame = !isRenamed && old.kind === given.kind && old.pattern === given.pattern
  return (
    <div aria-live="polite">
      {!isSame && given.goal !== '' && (
        <Notice look="plain">
          {words[`${pastOf(old.kind)}-${pastOf(given.kind)}`](old.goal)}
          {isRenamed && ` ${words.renamed(old.goal)}`}
        </Notice>
      )}
    </div>
  )
}

/** Whether goals of a kind are found in stored hits or only sent by pages. */
function pastOf(kind: NewGoalRule['kind']): 'found' | 'sent' {
  return kind === 'form' || kind === 'selector' ? 'sent' : 'found'
}
