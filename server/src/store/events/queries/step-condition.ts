/** A page or a goal by its name. */
export interface StepCondition {
  kind: 'pageview' | 'goal'
  match: 'is' | 'begins_with' | 'contains' | 'matches'
  value: string
}

const columns = { pageview: 'path', goal: 'name' } as const

/** Whether an event is a step, as SQL that binds the step's value as `name`. */
export function stepSql({ kind, match }: StepCondition, name: string): string {
  const column = columns[kind]
  const value = `{${name}:String}`
  const matches = {
    is: `${column} = ${value}`,
    begins_with: `startsWith(${column}, ${value})`,
    contains: `positionCaseInsensitiveUTF8(${column}, ${value}) > 0`,
    // RE2: its time grows with the text and not with the pattern's cunning.
    matches: `match(${column}, ${value})`,
  }
  return `(kind = '${kind}' and ${matches[match]})`
}
