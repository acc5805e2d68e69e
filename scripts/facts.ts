/**
 * Prints facts about the source: lines and files of each module, the longest functions, cycles between modules and
 * escapes from the type checker. Tests are not counted.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { importsOf, root, sourceFiles } from './imports.ts'

interface FunctionFact {
  file: string
  line: number
  lines: number
}

/** Ways round the type checker, by what they are called. */
const escapes: Record<string, RegExp> = {
  'as unknown as': /\bas unknown as\b/g,
  'as any, : any': /(?:\bas|:|<)\s*any\b/g,
  '@ts-ignore, @ts-expect-error': /@ts-(?:ignore|expect-error)/g,
}

const counted = /^(server|web|contract|sdk|cli|tracker)\/src\//
const files = sourceFiles().filter((file) => counted.test(file) && !file.includes('/src/test/'))
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** `server/reports` for `server/src/reports/…`, `server` for a file directly in `server/src`. */
function moduleOf(file: string): string {
  const [workspace = '', , ...rest] = file.split('/')
  return rest.length > 1 ? `${workspace}/${rest[0]}` : workspace
}

const lineCount = (text: string) => text.split('\n').length - 1

function linesPerModule(): void {
  const modules = Map.groupBy(files, moduleOf)
  const rows = [...modules].map(([name, of]) => ({
    module: name,
    files: of.length,
    lines: of.reduce((sum, file) => sum + lineCount(texts.get(file) ?? ''), 0),
  }))
  const total = { module: 'all', files: 0, lines: 0 }
  for (const row of rows) {
    total.files += row.files
    total.lines += row.lines
  }
  console.table([...rows.sort((a, b) => b.lines - a.lines), total])
}

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Every function of a syntax tree, nested ones included. */
function functionsOf(node: Node, found: Node[] = []): Node[] {
  if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
    found.push(node)
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) functionsOf(child, found)
  return found
}

function functionLengths(): FunctionFact[] {
  return [...texts].flatMap(([file, text]) => {
    const tree = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
    return functionsOf(tree as Node).map(({ start, end }) => ({
      file,
      line: lineCount(`${text.slice(0, start)}\n`),
      lines: lineCount(`${text.slice(start, end)}\n`),
    }))
  })
}

function longestFunctions(): void {
  const functions = functionLengths().sort((a, b) => b.lines - a.lines)
  const p90 = functions[Math.floor(functions.length / 10)]
  console.log(`${functions.length} functions, 90 % of at most ${p90?.lines} lines. The longest:`)
  console.table(functions.slice(0, 15))
}

/** Modules that import each other, directly or through others: each group once (Tarjan's algorithm). */
function cycles(): string[][] {
  const edges = new Map<string, Set<string>>()
  for (const file of files) {
    const from = moduleOf(file)
    const to = edges.get(from) ?? new Set()
    edges.set(from, to)
    for (const imported of importsOf(file)) {
      if (counted.test(imported) && moduleOf(imported) !== from) to.add(moduleOf(imported))
    }
  }
  const groups: string[][] = []
  const order = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const open: string[] = []
  const visit = (name: string) => {
    const own = { index: order.size, low: order.size, isOpen: true }
    order.set(name, own)
    open.push(name)
    for (const next of edges.get(name) ?? []) {
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
  for (const name of edges.keys()) if (!order.has(name)) visit(name)
  return groups
}

linesPerModule()
longestFunctions()
for (const group of cycles()) console.log(`cycle: ${group.join(', ')}`)
for (const [name, pattern] of Object.entries(escapes)) {
  const found = [...texts].flatMap(([file, text]) => [...text.matchAll(pattern)].map(() => file))
  console.log(
    `${name}: ${found.length}${found.length > 0 ? ` (${[...new Set(found)].join(', ')})` : ''}`,
  )
}
