import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** The files that pages load, by URL path, with the size limit of each, gzipped. */
const scripts = {
  '/js/script.js': { entry: 'script.ts', isWhole: true, maxBytes: 1_700 },
  '/js/core.js': { entry: 'core.ts', isWhole: false, maxBytes: 1_000 },
}

/** Builds the tracker: path → minified JavaScript of one self-contained script. Throws if one is too large. */
export async function buildTracker(): Promise<Record<string, string>> {
  const built: Record<string, string> = {}
  for (const [path, { entry, isWhole, maxBytes }] of Object.entries(scripts)) {
    const code = shortened(await buildScript(entry, isWhole))
    const bytes = gzipSync(code, { level: 9 }).length
    if (bytes > maxBytes) throw new Error(`${path} has ${bytes} bytes gzipped, over ${maxBytes}`)
    built[path] = code
  }
  return built
}

/** The parts that a page loads when the response to a page view names them, by the name of their file. */
const parts = {
  'goals.js': { entry: 'parts/goals.ts', maxBytes: 300 },
  'pick.js': { entry: 'parts/pick.ts', maxBytes: 4_000 },
}

/** Builds the parts. The server prepends their data: see parts.d.ts. */
export async function buildParts(): Promise<Record<string, string>> {
  const built: Record<string, string> = {}
  for (const [name, { entry, maxBytes }] of Object.entries(parts)) {
    const code = (await buildScript(entry, true)).trim()
    const bytes = gzipSync(code, { level: 9 }).length
    if (bytes > maxBytes) throw new Error(`${name} has ${bytes} bytes gzipped, over ${maxBytes}`)
    built[name] = code
  }
  return built
}

async function buildScript(entry: string, isWhole: boolean): Promise<string> {
  const output = await build({
    configFile: false,
    // Code that is only in the full script is left out of the small one.
    define: { isWhole: String(isWhole) },
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2020',
      minify: true,
      // Reading `location.href` has no side effects, so unused reads are left out, too.
      rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
      lib: {
        entry: fileURLToPath(new URL(`./src/${entry}`, import.meta.url)),
        formats: ['iife'],
        name: 'tributaryTracker',
      },
    },
  })
  const [first] = [output].flat() as Rolldown.RolldownOutput[]
  return first?.output[0].code ?? ''
}

/**
 * An arrow function is shorter, and nothing uses `this`; `==` is, too, and only values of the same type are
 * compared.
 */
function shortened(code: string): string {
  return code
    .trim()
    .replace('(function(){', '(()=>{')
    .replaceAll(/([=!]=)=/g, '$1')
}
