/** Reads the imports of source files, as text, for the checks of module boundaries. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const workspaces = ['contract', 'server', 'cli', 'bench', 'web', 'tracker', 'sdk', 'scripts']

/** What a file imports, types included: our own files as paths from the root, packages by name. */
export function importsOf(file: string): string[] {
  return importsIn(file, readFileSync(join(root, file), 'utf8'))
}

/** The files that a file loads at run time: without type-only imports. */
export function loadedBy(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  return importsIn(
    file,
    source.replaceAll(/^(?:import|export) type\b[^'"]*?\bfrom\s+'[^']+'/gm, ''),
  )
}

function importsIn(file: string, source: string): string[] {
  const found = source.matchAll(
    /^(?:import|export)\b[^'"`]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return [...found].map(([, from, plain, dynamic]) => {
    const name = from ?? plain ?? dynamic ?? ''
    if (name.startsWith('.')) return relative(root, resolve(root, dirname(file), name))
    const own = /^@tributary\/(\w+)\/(.+)$/.exec(name)
    return own ? `${own[1]}/src/${own[2]}` : name
  })
}

/** All sources but tests, as paths from the root; the server's test helpers are among them. */
export function sourceFiles(): string[] {
  return workspaces
    .flatMap((workspace) =>
      readdirSync(join(root, workspace), { recursive: true, withFileTypes: true }),
    )
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter(
      (file) => !/node_modules|\/dist\/|\/test\//.test(file) || file.startsWith('server/src/test/'),
    )
}
