import type { NewGoalRule } from '@tributary/contract/app/goal-rules.ts'
import type { GoalSource } from '../../../../api/site/goal-rules.ts'

/** Which pages or links match a pattern, in which `*` is anything; the server uses the same rule. */
export function fitting(
  sources: readonly GoalSource[],
  { kind, pattern }: Pick<NewGoalRule, 'kind' | 'pattern'>,
): GoalSource[] {
  const bare = (address: string) => address.trim().replace(/^https?:\/\//i, '')
  const given = kind === 'page' ? pattern.trim().replace(/^https?:\/\/[^/?#]*/, '') : bare(pattern)
  const wanted = kind === 'page' ? given : linkPattern(kind, given)
  const parts = wanted.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const expression = new RegExp(`^${parts.join('.*')}$`, 's')
  return sources.filter(({ address }) => expression.test(kind === 'page' ? address : bare(address)))
}

function linkPattern(kind: NewGoalRule['kind'], given: string): string {
  if (given.startsWith('/')) return `*${given}`
  if (given.includes('/')) return given
  return kind === 'download' ? `*/${given}` : `${given}/*`
}
