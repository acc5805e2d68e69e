/** Which module a source file belongs to, and which modules import each other. */
import { importsOf, sourceFiles } from './imports.ts'

const ours = /^(server|web|contract|sdk|cli|tracker)\/src\//

/** The sources of the product: without tests, their helpers, scripts and benchmarks. */
export const productFiles = sourceFiles().filter(
  (file) => ours.test(file) && !file.includes('/src/test/'),
)

/** `server/reports` for `server/src/reports/…`; a file directly in `server/src` is a module of its own. */
export function moduleOf(file: string): string {
  const [workspace = '', , ...rest] = file.split('/')
  return `${workspace}/${rest[0]}`
}

/** The imports of each module from others, types included, as lines that say which file imports which. */
export function moduleImports(): Map<string, Map<string, string[]>> {
  const imports = new Map<string, Map<string, string[]>>()
  for (const file of productFiles) {
    const from = moduleOf(file)
    const to = imports.get(from) ?? new Map<string, string[]>()
    imports.set(from, to)
    for (const imported of importsOf(file)) {
      const other = moduleOf(imported)
      if (!ours.test(imported) || other === from) continue
      to.set(other, [...(to.get(other) ?? []), `${file} imports ${imported}`])
    }
  }
  return imports
}

/** Modules that import each other, directly or through others: each group once (Tarjan's algorithm). */
export function cycles(imports: Map<string, Map<string, string[]>>): string[][] {
  const groups: string[][] = []
  const order = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const open: string[] = []
  const visit = (name: string) => {
    const own = { index: order.size, low: order.size, isOpen: true }
    order.set(name, own)
    open.push(name)
    for (const next of imports.get(name)?.keys() ?? []) {
      const known = order.get(next) ?? visit(next)
      if (known.isOpen) own.low = Math.min(own.low, known.low)
    }
    if (own.low === own.index) {
      const group = open.splice(open.indexOf(name))
      for (const member of group) (order.get(member) ?? own).isOpen = false
      if (group.length > 1) groups.push(group.sort())
    }
    return own
  }
  for (const name of imports.keys()) if (!order.has(name)) visit(name)
  return groups
}

/**
 * Few imports whose removal would leave the modules of a cycle in an order: each module is placed where the fewest of
 * its imports point back to one above it (Eades, Lin and Smyth's heuristic).
 */
export function importsToCut(group: string[], imports: Map<string, Map<string, string[]>>) {
  const left = new Set(group)
  const weight = (from: string, to: string) => imports.get(from)?.get(to)?.length ?? 0
  const total = (name: string, way: (other: string) => number) =>
    [...left].reduce((sum, other) => sum + (other === name ? 0 : way(other)), 0)
  const order: string[] = []
  while (left.size > 0) {
    const ranked = [...left].map((name) => {
      const out = total(name, (other) => weight(name, other))
      const into = total(name, (other) => weight(other, name))
      return {
        name,
        rank: into === 0 ? Number.POSITIVE_INFINITY : out === 0 ? -Infinity : out - into,
      }
    })
    const next = ranked.reduce((best, one) => (one.rank > best.rank ? one : best))
    order.push(next.name)
    left.delete(next.name)
  }
  return order.flatMap((upper, index) =>
    order.slice(index + 1).flatMap((lower) => imports.get(lower)?.get(upper) ?? []),
  )
}
