/** Which test files start neither a server, an engine, a database, a browser nor any other process. */
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { testFiles } from '../vitest.config.ts'
import { importsOf, root } from './structure/imports.ts'

const slow = /^(node:child_process|playwright-core|server\/src\/serve\.ts|bench\/)/

/** Paths from the root, sorted. */
export function filesThatStartNothing(): string[] {
  return globSync(testFiles, { cwd: root, exclude: (name) => name.endsWith('node_modules') })
    .filter((file) => !/\.long\.test\.ts$/.test(file))
    .filter((file) => ![...reachableFrom(file)].some((imported) => slow.test(imported)))
    .sort()
}

/** Everything that a file imports, directly or through others. */
function reachableFrom(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const isOurs = existsSync(join(root, file)) && /\.tsx?$/.test(file)
  if (isOurs) for (const imported of importsOf(file)) reachableFrom(imported, seen)
  return seen
}
