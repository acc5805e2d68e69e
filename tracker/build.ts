import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** The files that pages load, by the path they are served under, and what each may weigh at most, gzipped. */
const scripts = {
  '/js/script.js': { entry: 'script.ts', isWhole: true, maxBytes: 1_700 },
  '/js/core.js': { entry: 'core.ts', isWhole: false, maxBytes: 1_000 },
}

/** Builds the tracker: path → minified JavaScript of one self-contained script. Throws when one is too large. */
export async function buildTracker(): Promise<Record<string, string>> {
  const built: Record<string, string> = {}
  for (const [path, { entry, isWhole, maxBytes }] of Object.entries(scripts)) {
    const output = await build({
      configFile: false,
      // What is only in the whole script is left out of the small one.
      define: { isWhole: String(isWhole) },
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2020',
        minify: true,
        // Reading `location.href` changes nothing: what is read and not used is left out, too.
        rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
        lib: {
          entry: fileURLToPath(new URL(`./src/${entry}`, import.meta.url)),
          formats: ['iife'],
          name: 'tributaryTracker',
        },
      },
    })
    const [first] = [output].flat() as Rolldown.RolldownOutput[]
    // An arrow function is shorter, and nothing in here asks for `this`.
    const code = (first?.output[0].code ?? '').trim().replace('(function(){', '(()=>{')
    const bytes = gzipSync(code, { level: 9 }).length
    if (bytes > maxBytes) throw new Error(`${path} has ${bytes} bytes gzipped, over ${maxBytes}`)
    built[path] = code
  }
  return built
}
