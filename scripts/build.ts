// Builds the dashboard (web/dist), the tracker (tracker/dist) and the help pages (docs/dist), each with compressed copies,
// so that the server never compresses the same bytes twice, and the server (server/dist). `browser`, `help` or `server`
// builds one part.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as buildDashboard } from 'vite'
import { buildParts, buildTracker } from '../tracker/build.ts'
import { bundleServer } from './bundle-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/

const part = process.argv[2] ?? 'all'
if (part === 'all' || part === 'browser') {
  await buildWeb()
  await buildScripts()
}
if (part === 'all' || part === 'help') await buildHelp()
if (part === 'all' || part === 'server') await bundleServer()

async function buildWeb(): Promise<void> {
  const folder = join(root, 'web/dist')
  await buildDashboard({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  const sizes = await compressFolder(folder)
  const script = await firstLoadScript(folder)
  const bytes = script.reduce((sum, name) => sum + (sizes.get(join(folder, name)) ?? 0), 0)
  console.error(`dashboard: first load ${kilobytes(bytes)} of script (gzip)`)
}

async function buildScripts(): Promise<void> {
  const folder = join(root, 'tracker/dist')
  await mkdir(join(folder, 'parts'), { recursive: true })
  for (const [path, code] of Object.entries(await buildTracker())) {
    await writeFile(join(folder, basename(path)), code)
  }
  for (const [name, code] of Object.entries(await buildParts())) {
    await writeFile(join(folder, 'parts', name), code)
  }
  for (const [file, bytes] of await compressFolder(folder)) {
    console.error(`tracker: ${basename(file)} ${bytes} bytes (gzip)`)
  }
}

async function buildHelp(): Promise<void> {
  // Imported here: it loads its own Vite, which the other parts do not need.
  const { build } = await import('vitepress')
  await build(join(root, 'docs'))
  // The highest quality takes three times as long, for 3 % less of six megabytes.
  await compressFolder(join(root, 'docs/dist'), constants.BROTLI_MAX_QUALITY - 1)
}

/** Writes `.gz` and `.br` next to each text file below the folder; returns the gzip sizes by path. */
async function compressFolder(
  folder: string,
  quality = constants.BROTLI_MAX_QUALITY,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const files = await readdir(folder, { recursive: true })
  for (const name of files.filter((file) => compressible.test(file))) {
    const path = join(folder, name)
    const text = await readFile(path)
    const zipped = await promisify(gzip)(text, { level: 9 })
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
    await writeFile(`${path}.gz`, zipped)
    await writeFile(`${path}.br`, await promisify(brotliCompress)(text, { params }))
    sizes.set(path, zipped.length)
  }
  return sizes
}

/** The scripts that the start page names, so the sum is what a browser fetches before it can draw. */
async function firstLoadScript(folder: string): Promise<string[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  return [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
