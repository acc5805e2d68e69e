import type { NamedStep } from '../../url-state/step.ts'

const mostWays = 4
/** Usual names of pages where people decide. */
const deciding = /pric|plan|tarif|preci|checkout|cart|signup|sign-up|register|demo|buy/i

/** Short funnels from the most viewed page over a page where people decide to the goals, the most likely first. */
export function suggestWays({ pages, goals }: { pages: string[]; goals: string[] }): NamedStep[][] {
  const page = (value: string): NamedStep => ({ kind: 'page', match: 'is', value })
  const goal = (value: string): NamedStep => ({ kind: 'goal', match: 'is', value })
  const [first, ...others] = pages
  if (first === undefined) return []
  const decisive = others.find((one) => deciding.test(one)) ?? others[0]
  const [aim, ...more] = goals
  const ways: NamedStep[][] = []
  if (decisive !== undefined && aim !== undefined) {
    ways.push([page(first), page(decisive), goal(aim)])
  }
  if (aim !== undefined) ways.push([page(first), goal(aim)])
  if (decisive !== undefined) ways.push([page(first), page(decisive)])
  for (const other of more) ways.push([page(first), goal(other)])
  return ways.slice(0, mostWays)
}
