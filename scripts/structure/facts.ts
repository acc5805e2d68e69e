/**
 * Prints facts about the source: lines and files of each module, the longest functions, cycles between modules and
 * escapes from the type checker. Tests are not counted.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { functionLengths, lineCount } from './function-lengths.ts'
import { root } from './imports.ts'
import { cycles, importsToCut, moduleImports, moduleOf, productFiles } from './modules.ts'

/** Ways to bypass the type checker, by name. */
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

function longestFunctions(): void {
  const functions = functionLengths(texts).sort((a, b) => b.lines - a.lines)
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
