import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExampleProject, exampleProject } from '../../sdk/test/example-project.ts'
import { blocksOf, promisedOutput } from '../../sdk/test/read-examples.ts'
import { operations } from '../../server/src/http/api-reference/openapi.ts'
import { startShopServer } from '../../server/src/test/a-shop.ts'
import type { TestServer } from '../../server/src/test/server.ts'

const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
const sections = text.split(/^(?=## )/m).map((part) => ({ title: part.split('\n', 1)[0], part }))

let server: TestServer
let project: ExampleProject
let key: string
let siteId: string

beforeAll(async () => {
  ;({ server, key, siteId } = await startShopServer())
  project = await exampleProject()
}, 120_000)
afterAll(async () => {
  await project?.remove()
  await server?.close()
})

async function shell(command: string): Promise<string> {
  const real = command
    .replaceAll('https://stats.example.com', server.url)
    .replaceAll('API_KEY', key)
    .replaceAll('SITE_ID', siteId)
  return (await promisify(execFile)('sh', ['-c', real])).stdout
}

/** The shape of a reply in a page: a part of it, with … for any text. */
function shown(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('…')) return expect.any(String)
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, part]) => [name, shown(part)])
  return expect.objectContaining(Object.fromEntries(fields))
}

describe('docs/api.md', () => {
  it('names every endpoint', () => {
    const missing = operations
      .map(({ method, path }) => `\`${method.toUpperCase()} ${path}\``)
      .filter((name) => !text.includes(name))
    expect(missing).toEqual([])
  })

  it.each(sections)('has examples that work: $title', async ({ part }) => {
    const [setUp = ''] = blocksOf(text, 'ts')
    const replies = blocksOf(part, 'json')
    for (const [index, command] of blocksOf(part, 'sh').entries()) {
      const printed = await shell(command)
      if (command.includes('-i ')) expect(printed).toMatch(/^HTTP\/1.1 202/)
      else expect(JSON.parse(printed)).toMatchObject({ status: 'success' })
      const reply = replies[index]
      if (reply !== undefined) expect(JSON.parse(printed)).toEqual(shown(JSON.parse(reply)))
    }
    for (const code of blocksOf(part, 'ts')) {
      const environment = { TRIBUTARY_URL: server.url, TRIBUTARY_KEY: key }
      const whole = code === setUp ? code : `${setUp}\n${code}`
      const lines = (await project.run(whole, environment)).split('\n')
      expect(lines).toEqual(expect.arrayContaining(promisedOutput(code)))
    }
  })

  it('has examples whose types are right', () => project.checkTypes(), 60_000)

  it('refers to /docs, which has a title and samples for each operation', async () => {
    const page = await (await fetch(`${server.url}/docs`)).text()
    const shownOf = new Map(
      page.split('<section id="').map((part) => [part.split('"', 1)[0], part]),
    )
    for (const { docs, path } of operations) {
      const title = docs.summary.replaceAll("'", '&#39;')
      const shown = shownOf.get(docs.id)
      for (const one of [
        title,
        path,
        ...['curl', 'Node', 'Python', 'PHP'].map((label) => `<pre data-language="${label}">`),
      ]) {
        expect([docs.id, shown]).toEqual([docs.id, expect.stringContaining(one)])
      }
    }
  })

  it('says why a hit was dropped, as it shows', async () => {
    const [command = ''] = blocksOf(text, 'sh').filter((block) => block.includes('/api/collect'))
    expect(await shell(command)).toMatch(/^x-tributary-dropped: bot/im)
  })
})
