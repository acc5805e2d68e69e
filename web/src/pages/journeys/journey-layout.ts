import type { JourneyNode, Journeys } from '@tributary/contract/questions/journeys.ts'

/** A node with its position in the drawing, in pixels. */
export interface PlacedNode {
  node: JourneyNode
  x: number
  y: number
  height: number
}

/** A link as a ribbon from the right edge of a node to the left edge of the next. */
interface PlacedLink {
  id: string
  path: string
  from: string
  to: string
}

export interface JourneyLayout {
  width: number
  height: number
  columnWidth: number
  nodes: PlacedNode[]
  links: PlacedLink[]
}

/** A node's bar; its name is to the right of it. */
export const barWidth = 8
const leastColumn = 172
/** As high as the name and the figures of a node, which are next to its bar. */
const leastSlot = 40
const leastBar = 2
const gap = 12
const fullHeight = 300

/** Columns by depth, bars as high as their visits with enough space for their names, ribbons between. */
export function layoutJourneys({ nodes, links }: Journeys, room: number): JourneyLayout {
  const columns = [...Map.groupBy(nodes, ({ depth }) => depth).values()]
  const most = Math.max(1, ...nodes.map(({ visits }) => visits))
  const columnWidth = Math.max(leastColumn, room / Math.max(columns.length, 1))
  const placed = columns.flatMap((column, depth) => {
    let y = 0
    return column.map((node): PlacedNode => {
      const height = Math.max(leastBar, (node.visits / most) * fullHeight)
      const place = { node, x: depth * columnWidth, y, height }
      y += Math.max(height, leastSlot) + gap
      return place
    })
  })
  const byId = new Map(placed.map((place) => [place.node.id, place]))
  const left = new Map<string, number>()
  const right = new Map<string, number>()
  const order = (id: string) => byId.get(id)?.y ?? 0
  const sorted = links.toSorted(
    (a, b) => order(a.from) - order(b.from) || order(a.to) - order(b.to),
  )
  const ribbons = sorted.flatMap((link): PlacedLink[] => {
    const from = byId.get(link.from)
    const to = byId.get(link.to)
    if (from === undefined || to === undefined) return []
    const out = (link.visits / Math.max(from.node.visits, 1)) * from.height
    const into = (link.visits / Math.max(to.node.visits, 1)) * to.height
    const y1 = from.y + (right.get(link.from) ?? 0)
    const y2 = to.y + (left.get(link.to) ?? 0)
    right.set(link.from, (right.get(link.from) ?? 0) + out)
    left.set(link.to, (left.get(link.to) ?? 0) + into)
    const path = ribbon({ x: from.x + barWidth, y: y1, h: out }, { x: to.x, y: y2, h: into })
    return [{ id: `${link.from} ${link.to}`, path, from: link.from, to: link.to }]
  })
  return {
    width: Math.max(room, columns.length * columnWidth),
    height: Math.max(0, ...placed.map(({ y, height }) => y + Math.max(height, leastSlot))),
    columnWidth,
    nodes: placed,
    links: ribbons,
  }
}

interface Edge {
  x: number
  y: number
  h: number
}

function ribbon(from: Edge, to: Edge): string {
  const middle = (from.x + to.x) / 2
  return [
    `M${from.x} ${from.y}`,
    `C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`,
    `L${to.x} ${to.y + to.h}`,
    `C${middle} ${to.y + to.h} ${middle} ${from.y + from.h} ${from.x} ${from.y + from.h}`,
    'Z',
  ].join('')
}
