import world from './world.json'

export type Place = readonly [x: number, y: number]

export const mapSize = { width: world.width, height: world.height } as const

const shapes: Readonly<Record<string, string>> = world.shapes
const dots: Readonly<Record<string, readonly number[]>> = world.dots
const known = new Map<string, Place | undefined>()

/** Where a country is on the map: the middle of its largest part. Undefined for a code that the map does not have. */
export function countryPlace(code: string): Place | undefined {
  if (!known.has(code)) {
    const shape = shapes[code]
    known.set(code, shape === undefined ? dotOf(code) : middleOf(shape))
  }
  return known.get(code)
}

function dotOf(code: string): Place | undefined {
  const [x, y] = dots[code] ?? []
  return x === undefined || y === undefined ? undefined : [x, y]
}

function middleOf(shape: string): Place | undefined {
  const rings = shape.split('M').flatMap((part) => (part === '' ? [] : [centroid(pointsOf(part))]))
  return rings.sort((a, b) => b.area - a.area)[0]?.at
}

/** The corners of a ring: its first is absolute, the others are steps from one to the next (scripts/data/world-map.ts). */
function pointsOf(ring: string): Place[] {
  const [x = 0, y = 0, ...steps] = (ring.match(/-?\d+/g) ?? []).map(Number)
  const points: [number, number][] = [[x, y]]
  for (let at = 0; at + 1 < steps.length; at += 2) {
    const [lastX, lastY] = points.at(-1) ?? [x, y]
    points.push([lastX + (steps[at] ?? 0), lastY + (steps[at + 1] ?? 0)])
  }
  return points
}

function centroid(points: readonly Place[]): { at: Place; area: number } {
  let [area, x, y] = [0, 0, 0]
  for (const [index, [fromX, fromY]] of points.entries()) {
    const [toX, toY] = points[(index + 1) % points.length] as Place
    const cross = fromX * toY - toX * fromY
    area += cross
    x += (fromX + toX) * cross
    y += (fromY + toY) * cross
  }
  // A sliver has no inside to take the middle of.
  if (area === 0) return { at: points[0] as Place, area: 0 }
  return { at: [x / (3 * area), y / (3 * area)], area: Math.abs(area) / 2 }
}
