// Bundles the server and the command line for `npm start`: a start reads a few files instead of 1,900, which takes
// half of the CPU and 50 MB less. Not minified: that saved nothing measurable (V8 compiles and caches only what is
// called), and stack traces keep names and lines.
import { statSync } from 'node:fs'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = join(root, 'server/src')

/** As deep as in the published package, so that the same relative paths reach the dashboard. */
const folder = join(root, 'server/dist')

/** The entry points: the server, the command line, and the threads and the process that the server starts. */
export const entries = {
  main: 'server/src/main.ts',
  cli: 'cli/src/main.ts',
  'answer-thread': 'server/src/answer-thread.ts',
  'control-commands': 'server/src/control-commands.ts',
  'intake-thread': 'server/src/collect/intake/intake-thread.ts',
  'writer-thread': 'server/src/store/control/sqlite/writer-thread.js',
  'engine-process': 'server/src/store/events/embedded/engine-process.ts',
}

/** Packages with machine code or data, which are loaded from node_modules. */
export const externalPackages = [
  '@ip-location-db/geo-whois-asn-country-mmdb',
  '@node-rs/argon2',
  'chdb',
  'koffi',
]

/** Writes server/dist, and to .setup what it was built from. */
export async function bundleServer(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const copies = new Map<string, string>()
  await using bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    // `pg` works without `pg-native`, which is not installed.
    external: [...externalPackages, 'pg-native'],
    plugins: [placeFiles(copies), importHttpWithoutFetch],
  })
  const { output } = await bundle.write({
    dir: folder,
    // Without hashes, so that the compile cache of the next version replaces that of this one.
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    // For debuggers. Node reads them with --enable-source-maps, which costs 30 MB.
    sourcemap: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    // One character beyond Latin-1 doubles what the text of a whole file takes in memory.
    minify: {
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: false, asciiOnly: true },
    },
  })
  for (const [from, to] of copies) await cp(from, join(folder, to), { recursive: true })
  const chunks = output.filter((one) => one.type === 'chunk')
  for (const { fileName, code } of chunks) refuseWideCharacters(fileName, code)
  await remember([...modulesOf(chunks), ...(await filesAndFolders([...copies.keys()]))])
}

/** What `asciiOnly` cannot escape, because it is in a tagged template or a regular expression. */
function refuseWideCharacters(file: string, code: string): void {
  const wide = /.{0,60}[\u0100-\uffff].{0,60}/.exec(code)
  if (wide !== null) throw new Error(`${file} has a character beyond Latin-1: ${wide[0]}`)
}

/**
 * Makes `new URL('./file', import.meta.url)` work in the bundle: it refers to a bundle if the file is an entry, to a
 * copy in `files` if it belongs to the server, else to the file in the clone.
 */
function placeFiles(copies: Map<string, string>): Plugin {
  const bundles = new Map(
    Object.entries(entries).map(([name, file]) => [join(root, file), `./${name}.js`]),
  )
  const placeOf = (file: string) => {
    const bundled = bundles.get(file)
    if (bundled !== undefined) return bundled
    if (!file.startsWith(`${sources}/`)) return relative(folder, file)
    const copy = `files/${relative(sources, file)}`
    copies.set(file, copy)
    return `./${copy}`
  }
  return {
    name: 'place-files',
    transform(code, id) {
      if (!id.startsWith(`${sources}/`) || !code.includes('import.meta.')) return undefined
      const placed = code.replaceAll(
        /new URL\(\s*'(\.{1,2}\/[^']+)',\s*import\.meta\.url,?\s*\)/g,
        (_, path) => `new URL('${placeOf(join(dirname(id), path))}', import.meta.url)`,
      )
      if (/import\.meta\.(dirname|filename)/.test(placed)) {
        throw new Error(`${id}: only new URL('./file', import.meta.url) finds files in the bundle`)
      }
      // No line has moved.
      return { code: placed, map: null }
    },
  }
}

const withoutFetch = 'http-without-fetch'
/**
 * When a module of Node is imported, Node reads all of its properties, and `http.WebSocket` loads all of `fetch`: a tenth
 * of the CPU of a command. The bundle takes from it only what is already there.
 */
const importHttpWithoutFetch: Plugin = {
  name: 'import-http-without-fetch',
  resolveId: (source, _, { kind }) =>
    /^(node:)?http$/.test(source) && kind === 'import-statement' ? withoutFetch : undefined,
  load(id) {
    if (id !== withoutFetch) return undefined
    const properties = Object.entries(Object.getOwnPropertyDescriptors(http))
    const names = properties.flatMap(([name, { value }]) => (value === undefined ? [] : name))
    return `const http = process.getBuiltinModule('node:http')
      export default http
      export const { ${names.join(', ')} } = http`
  },
}

function modulesOf(chunks: readonly OutputChunk[]): string[] {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  return modules.filter((id) => id.startsWith(root) && !id.includes('node_modules'))
}

async function filesAndFolders(paths: readonly string[]): Promise<string[]> {
  const below = paths.filter((path) => statSync(path).isDirectory())
  const names = await Promise.all(
    below.map(async (path) =>
      (await readdir(path, { recursive: true })).map((name) => join(path, name)),
    ),
  )
  return [...paths, ...names.flat()]
}

/** For scripts/is-server-built.mjs. A folder's modification time changes when a file is added or removed. */
async function remember(paths: readonly string[]): Promise<void> {
  const own = ['package-lock.json', 'scripts/bundle-server.ts']
  const files = [...new Set(paths.map((path) => relative(root, path))), ...own].map((path) => {
    const { mtimeMs, size } = statSync(join(root, path))
    return [path, mtimeMs, size]
  })
  await mkdir(join(root, '.setup'), { recursive: true })
  await writeFile(join(root, '.setup/server.json'), JSON.stringify(files))
}
