// Writes what is documented from the code itself: the settings in docs/self-hosting.md and .env.example.
import { readFileSync, writeFileSync } from 'node:fs'
import { settings } from '../server/src/settings.ts'

const root = new URL('..', import.meta.url)
const begin = '<!-- settings: made by `npm run docs` from server/src/config.ts -->\n'
const end = '<!-- /settings -->'

/** Every generated file with its text as it should be. */
export function generatedDocs(): { file: string; text: string }[] {
  const page = 'docs/self-hosting.md'
  return [
    { file: page, text: withSettings(readDoc(page)) },
    { file: '.env.example', text: envExample() },
  ]
}

/** A file of the repository as it is; nothing when it is not there yet. */
export function readDoc(file: string): string {
  try {
    return readFileSync(new URL(file, root), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function withSettings(page: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('docs/self-hosting.md has no place for the settings')
  const rows = settings.map(({ name, fallback, text }) => `| \`${name}\` | ${fallback} | ${text} |`)
  const table = ['| Setting | Without it | |', '|---|---|---|', ...rows].join('\n')
  return `${page.slice(0, from)}${begin}\n${table}\n\n${page.slice(to)}`
}

function envExample(): string {
  const entries = settings.map(
    ({ name, fallback, text }) => `# ${text}\n# Without it: ${fallback}\n#${name}=\n`,
  )
  const head = '# Settings of Tributary. Each may be left out. Made by `npm run docs`.\n'
  return [head, ...entries].join('\n')
}

if (import.meta.main) {
  for (const { file, text } of generatedDocs()) writeFileSync(new URL(file, root), text)
}
