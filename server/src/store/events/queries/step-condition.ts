/** A page or a goal by its name. */
export interface StepCondition {
  kind: 'pageview' | 'goal'
  match: 'is' | 'begins_with' | 'contains'
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
  }
  return `(kind = '${kind}' and ${matches[match]})`
}
