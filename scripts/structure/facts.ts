/**
 * Prints facts about the source: lines and files of each module, the longest functions, cycles between modules and
 * escapes from the type checker. Tests are not counted.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { root } from './imports.ts'
import { cycles, importsToCut, moduleImports, moduleOf, productFiles } from './modules.ts'

interface FunctionFact {
  file: string
  line: number
  lines: number
}

/** Ways round the type checker, by what they are called. */
const escapes: Record<string, RegExp> = {
  'as unknown as': /\bas unknown as\b/g,
  'as any, : any': /(?:\bas|:|<) ?any\b(?! [+:])/g,
  '@ts-ignore, @ts-expect-error': /@ts-(?:ignore|expect-error)/g,
}

const files = productFiles
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** Files directly in `src` count as one line of the table. */
function folderOf(file: string): string {
  const [workspace = '', , ...rest] = file.split('/')
  return rest.length > 1 ? moduleOf(file) : workspace
}

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const lineCount = (text: string) => text.split('\n').length - 1

function linesPerModule(): void {
  const modules = Map.groupBy(files, folderOf)
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

linesPerModule()
longestFunctions()
const imports = moduleImports()
for (const group of cycles(imports)) {
  console.log(`cycle: ${group.join(', ')}. It would end without:`)
  for (const line of importsToCut(group, imports)) console.log(`  ${line}`)
}
if (cycles(imports).length === 0) console.log('no cycle between modules')
for (const [name, pattern] of Object.entries(escapes)) {
  const found = [...texts].flatMap(([file, text]) =>
    [...withoutComments(text).matchAll(pattern)].map(() => file),
  )
  console.log(
    `${name}: ${found.length}${found.length > 0 ? ` (${[...new Set(found)].join(', ')})` : ''}`,
  )
}
