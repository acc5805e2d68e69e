import { hadServerGoal } from '../../reports/queries/counted-hits.ts'
import type { SessionTableColumn } from '../../store/events/sessions/session-table.ts'

/** A page or a goal by its name. */
export interface StepCondition {
  kind: 'pageview' | 'goal'
  match: 'is' | 'begins_with' | 'contains' | 'matches'
  value: string
}

/** Whether an event is a step, as SQL that binds the step's value as `name`. */
export function stepSql(step: StepCondition, name: string): string {
  const column = step.kind === 'pageview' ? 'path' : 'name'
  return `(kind = '${step.kind}' and ${matchSql(column, step, name)})`
}

/**
 * Whether a step may be taken at the same moment as the one before it, like a page and the goal that is derived from
 * its view. Not if a hit could count as two steps, nor for a page after a goal: a goal never comes before its page.
 */
export function mayShareMoment(before: readonly StepCondition[], step: StepCondition): boolean {
  const isPageAfterGoal = step.kind === 'pageview' && before.at(-1)?.kind === 'goal'
  return !isPageAfterGoal && !before.some((other) => canBeSameHit(other, step))
}

function canBeSameHit(one: StepCondition, other: StepCondition): boolean {
  if (one.kind !== other.kind) return false
  const areExact = one.match === 'is' && other.match === 'is'
  return !areExact || one.value === other.value
}

/** Whether a visit took a step, as SQL over session rows that binds the same as `stepSql`. */
export function tookStepSql(
  step: StepCondition,
  name: string,
): { sql: string; columns: SessionTableColumn[] } {
  const list = step.kind === 'pageview' ? 'page_paths' : 'reached_goals'
  const own =
    step.match === 'is'
      ? `has(${list}, {${name}:String})`
      : `arrayExists(text -> ${matchSql('text', step, name)}, ${list})`
  if (step.kind === 'pageview') return { sql: own, columns: [list] }
  const sql = `(${own} or ${hadServerGoal(stepSql(step, name))})`
  return { sql, columns: [list, 'session_day'] }
}

function matchSql(text: string, { match }: StepCondition, name: string): string {
  const value = `{${name}:String}`
  const matches = {
    is: `${text} = ${value}`,
    begins_with: `startsWith(${text}, ${value})`,
    contains: `positionCaseInsensitiveUTF8(${text}, ${value}) > 0`,
    // RE2: its time grows with the text and not with the pattern's complexity.
    matches: `match(${text}, ${value})`,
  }
  return matches[match]
}
