/**
 * Draws the dashboard's world map: `node scripts/data/world-map.ts FOLDER` writes web/src/charts/world.json
 * from an unpacked world-atlas package (2.0.2, ISC), which is Natural Earth's data (public domain) as
 * TopoJSON. The map changes once in years, so the package is not a dependency. Shapes are SVG
 * paths in the Equal Earth projection (Šavrič, Patterson and Jenny 2018), so areas can be compared;
 * countries too small for the coarse map are dots.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { numericCountryCodes } from './numeric-country-codes.ts'

type Point = [x: number, y: number]
type Ring = Point[]

interface Topology {
  transform: { scale: Point; translate: Point }
  arcs: Point[][]
  objects: { countries: { geometries: Geometry[] } }
}

interface Geometry {
  type: 'Polygon' | 'MultiPolygon'
  id?: string
  arcs: number[][] | number[][][]
  properties: { name: string }
}

const width = 1000
// Antarctica has no customers and takes up much space.
const left = new Set(['AQ'])
// Regions that Natural Earth draws separately from the country whose code their visitors have.
const codesOfUnnumbered: Readonly<Record<string, string>> = {
  Kosovo: 'XK',
  'N. Cyprus': 'CY',
  Somaliland: 'SO',
}

const coarse = countriesOf(await readAtlas('countries-110m.json'))
const fine = countriesOf(await readAtlas('countries-50m.json'))
const top = project([0, 83.7])[1]
const bottom = project([0, -56])[1]
const shift = ([x, y]: Point): Point => [Math.round(x), Math.round(y - top)]

const shapes: Record<string, string> = {}
for (const [code, rings] of coarse) {
  const path = rings.map((ring) => pathOf(ring.map(project).map(shift))).join('')
  if (path !== '') shapes[code] = path
}
const dots: Record<string, Point> = {}
for (const [code, rings] of fine) {
  if (shapes[code] === undefined) dots[code] = shift(middleOf(rings.map((r) => r.map(project))))
}
const world = { width, height: Math.round(bottom - top), shapes, dots }
const file = fileURLToPath(new URL('../../web/src/charts/world.json', import.meta.url))
await writeFile(file, `${JSON.stringify(world, null, 2)}\n`)
console.log(`${Object.keys(shapes).length} shapes, ${Object.keys(dots).length} dots`)

async function readAtlas(name: string): Promise<Topology> {
  return JSON.parse(await readFile(join(process.argv[2] ?? '.', name), 'utf8')) as Topology
}

/** The rings of each country by its two-letter code, in degrees. */
function countriesOf(topology: Topology): Map<string, Ring[]> {
  const arcs = topology.arcs.map((arc) => decodeArc(arc, topology.transform))
  const found = new Map<string, Ring[]>()
  for (const geometry of topology.objects.countries.geometries) {
    const { id = '', properties } = geometry
    const code = codesOfUnnumbered[properties.name] ?? numericCountryCodes.get(id)
    if (code === undefined || left.has(code)) continue
    const polygons = (geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs) as number[][][]
    const rings = polygons.flat().map((indexes) => onOneSide(joinArcs(indexes, arcs)))
    found.set(code, [...(found.get(code) ?? []), ...rings])
  }
  return found
}

/** Arcs are stored as steps on a grid. */
function decodeArc(arc: readonly Point[], { scale, translate }: Topology['transform']): Ring {
  let [x, y] = [0, 0]
  return arc.map(([stepX, stepY]) => {
    x += stepX
    y += stepY
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

/** A ring's arcs end to end; a negative index is an arc walked backwards. */
function joinArcs(indexes: readonly number[], arcs: readonly Ring[]): Ring {
  return indexes.flatMap((index, place) => {
    const arc = index < 0 ? [...(arcs[~index] ?? [])].reverse() : (arcs[index] ?? [])
    return place === 0 ? arc : arc.slice(1)
  })
}

/** Longitude and latitude to a place on a map 1000 wide, y downwards. */
function project([longitude, latitude]: Point): Point {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796]
  const radians = Math.PI / 180
  const angle = Math.asin((Math.sqrt(3) / 2) * Math.sin(latitude * radians))
  const [square, sixth] = [angle ** 2, angle ** 6]
  const slope = a1 + 3 * a2 * square + sixth * (7 * a3 + 9 * a4 * square)
  const x = (2 * Math.sqrt(3) * longitude * radians * Math.cos(angle)) / (3 * slope)
  const y = angle * (a1 + a2 * square + sixth * (a3 + a4 * square))
  const scale = width / 5.412_63
  return [width / 2 + x * scale, -y * scale]
}

/** A ring on both sides of the date line would be drawn right across the map; it stays on one side. */
function onOneSide(ring: Ring): Ring {
  const crosses = ring.some(([x]) => x > 170) && ring.some(([x]) => x < -170)
  return crosses ? ring.map(([x, y]) => [x < 0 ? 180 : x, y]) : ring
}

/** A closed path of whole steps; a ring that rounds to less than a triangle is left out. */
function pathOf(points: readonly Point[]): string {
  const distinct = points.filter(
    ([x, y], index) => index === 0 || x !== points[index - 1]?.[0] || y !== points[index - 1]?.[1],
  )
  const [first, ...rest] = distinct
  if (first === undefined || rest.length < 3) return ''
  let [lastX, lastY] = first
  const steps = rest.slice(0, -1).map(([x, y]) => {
    const step = `${x - lastX} ${y - lastY}`
    ;[lastX, lastY] = [x, y]
    return step
  })
  return `M${first[0]} ${first[1]}l${steps.join(' ')}z`.replace(/ -/g, '-')
}

/** The middle of the box around the largest ring. */
function middleOf(rings: readonly Ring[]): Point {
  const largest = [...rings].sort((a, b) => boxArea(b) - boxArea(a))[0] ?? []
  const [xs, ys] = [largest.map(([x]) => x), largest.map(([, y]) => y)]
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}

function boxArea(ring: Ring): number {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))
}
