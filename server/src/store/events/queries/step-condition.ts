import { hadServerGoal } from '../counted-hits.ts'
import type { SessionTableColumn } from '../sessions/session-table.ts'

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

/** Whether a visit took a step, as SQL over session rows that binds what `stepSql` does. */
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
    // RE2: its time grows with the text and not with the pattern's cunning.
    matches: `match(${text}, ${value})`,
  }
  return matches[match]
}
