// Writes the docs that are generated from code: the settings in docs/self-hosting.md and .env.example, the commands
// in docs/guide/cli.md, and the numbers and pictures of docs/guide/attribution.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { models } from '@tributary/contract/query.ts'
import { documentedSettings } from '../../server/src/settings/settings.ts'
import { attributionPicture, attributionTables } from './attribution-example.ts'
import { modelPicture } from './attribution-pictures.ts'
import { cliReference } from './cli-reference.ts'

const root = new URL('../..', import.meta.url)

/** Every generated file with its expected text. */
export async function generatedDocs(): Promise<{ file: string; text: string }[]> {
  return [
    withParts('docs/self-hosting.md', { settings: settingsTable() }),
    withParts('docs/guide/cli.md', { commands: await cliReference() }),
    withParts('docs/guide/attribution.md', attributionTables()),
    { file: 'docs/images/attribution-models.svg', text: attributionPicture() },
    ...models.map((model) => ({
      file: `docs/images/attribution-${model}.svg`,
      text: modelPicture(model),
    })),
    { file: '.env.example', text: envExample() },
  ]
}

/** The current text of a file of the repository; empty if it does not exist yet. */
export function readDoc(file: string): string {
  try {
    return readFileSync(new URL(file, root), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** A page with each generated part between its comments, `<!-- name: … -->` and `<!-- /name -->`. */
function withParts(file: string, parts: Record<string, string>): { file: string; text: string } {
  let text = readDoc(file)
  for (const [name, part] of Object.entries(parts)) {
    const from = text.indexOf('-->\n', text.indexOf(`<!-- ${name}: `)) + '-->\n'.length
    const to = text.indexOf(`<!-- /${name} -->`)
    if (to < from) throw new Error(`${file} has no place for the ${name}`)
    text = `${text.slice(0, from)}\n${part.trim()}\n\n${text.slice(to)}`
  }
  return { file, text }
}

function settingsTable(): string {
  const rows = documentedSettings.map(
    ({ name, fallback, text }) => `| \`${name}\` | ${fallback} | ${text} |`,
  )
  return ['| Setting | Without it | |', '|---|---|---|', ...rows].join('\n')
}

function envExample(): string {
  const entries = documentedSettings.map(
    ({ name, fallback, text }) => `# ${text}\n# Without it: ${fallback}\n#${name}=\n`,
  )
  const head = '# Settings of Tributary. Each may be left out. Made by `npm run docs`.\n'
  return [head, ...entries].join('\n')
}

if (import.meta.main) {
  for (const { file, text } of await generatedDocs()) writeFileSync(new URL(file, root), text)
}
