import type {
  JourneyNode,
  Journeys,
  JourneysInput,
} from '@tributary/contract/questions/journeys.ts'
import { AppError } from '../errors.ts'
import { mostGroups } from '../reports/queries/ask-figures.ts'
import { readScope } from '../reports/read-scope.ts'
import type { Site } from '../site.ts'
import type { Engine } from '../store/events/engine.ts'
import { type JourneyLink, journeyLinks } from './queries/journey-links.ts'
import { readStep } from './read-step.ts'
import { understood, visitScope } from './visit-scope.ts'

/** The paths that people took from, or to, a place: the most frequent names of each depth, the rest as other. */
export async function answerJourneys(
  engine: Engine,
  { site, nowMs }: { site: Site; nowMs: number },
  input: JourneysInput,
): Promise<Journeys> {
  const { direction = 'next', depth = 3, limit = 5 } = input
  const question = readScope(input, site, nowMs)
  const from = readStep(input.from, 'from')
  const scope = visitScope(question)
  const found = await journeyLinks(engine, scope, { from, direction, depth })
  if (found.length > mostGroups) {
    throw new AppError(
      'invalid',
      'There are too many ways. Use a filter, a shorter range or depth.',
    )
  }
  return { ...draw(found, limit), query: { ...understood(question), direction, depth } }
}

/** Nodes and links of the diagram. What goes into a node and what continues from it differ by `ended`. */
function draw(found: readonly JourneyLink[], limit: number): Pick<Journeys, 'nodes' | 'links'> {
  const nodes = new Map<string, JourneyNode>()
  for (const [depth, steps] of Map.groupBy(found, (link) => link.depth)) {
    for (const node of nodesOf(depth, steps, limit)) nodes.set(node.id, node)
  }
  const links = new Map<string, Journeys['links'][number]>()
  for (const { depth, source, target, visits } of found) {
    if (depth === 0) continue
    const from = idAt(nodes, depth - 1, source)
    const to = idAt(nodes, depth, target)
    const link = links.get(`${from} ${to}`) ?? { from, to, visits: 0 }
    link.visits += visits
    links.set(`${from} ${to}`, link)
    const node = nodes.get(from)
    if (node !== undefined) node.ended -= visits
  }
  return {
    nodes: [...nodes.values()].sort((a, b) => a.depth - b.depth),
    links: [...links.values()].sort((a, b) => b.visits - a.visits || compare(a, b)),
  }
}

const compare = (a: { from: string; to: string }, b: { from: string; to: string }) =>
  `${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1

/** The nodes of one depth, without their next steps. */
function nodesOf(depth: number, steps: readonly JourneyLink[], limit: number): JourneyNode[] {
  const all = steps.reduce((sum, { visits }) => sum + visits, 0)
  if (depth === 0) return [{ id: '0', depth, kind: 'start', name: '', visits: all, ended: all }]
  const byPlace = new Map<string, number>()
  for (const { target, visits } of steps) byPlace.set(target, (byPlace.get(target) ?? 0) + visits)
  const most = [...byPlace].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit)
  const named = most.map(([place, visits]): JourneyNode => {
    const kind = place.startsWith('goal ') ? 'goal' : 'page'
    return { id: `${depth} ${place}`, depth, kind, name: place.slice(5), visits, ended: visits }
  })
  const rest = all - most.reduce((sum, [, visits]) => sum + visits, 0)
  if (rest === 0) return named
  return [...named, { id: `${depth}`, depth, kind: 'other', name: '', visits: rest, ended: rest }]
}

/** The node that shows a place: its own, or that of all others. */
function idAt(nodes: ReadonlyMap<string, JourneyNode>, depth: number, place: string): string {
  const own = `${depth} ${place}`
  return nodes.has(own) ? own : `${depth}`
}
