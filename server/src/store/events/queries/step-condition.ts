import type { SessionTableColumn } from '../sessions/session-table.ts'
import { serverGoals } from '../vocabulary.ts'

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
  const reported = `session_hash in (select session_hash from events where ${serverGoals} and ${stepSql(step, name)})`
  return {
    sql: step.kind === 'pageview' ? own : `(${own} or ${reported})`,
    columns: [list],
  }
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
