import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** The files that pages load, by the path they are served under. */
const entries = { '/js/script.js': 'script.ts', '/js/core.js': 'core.ts' }

/** Builds the tracker: path → minified JavaScript of one self-contained script. */
export async function buildTracker(): Promise<Record<string, string>> {
  const built: Record<string, string> = {}
  for (const [path, file] of Object.entries(entries)) {
    const output = await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2020',
        minify: true,
        lib: {
          entry: fileURLToPath(new URL(`./src/${file}`, import.meta.url)),
          formats: ['iife'],
          name: 'tributaryTracker',
        },
      },
    })
    const [first] = [output].flat() as Rolldown.RolldownOutput[]
    built[path] = first?.output[0].code.trim() ?? ''
  }
  return built
}
