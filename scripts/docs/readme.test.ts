import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../server/src/test/server.ts'

const root = new URL('../..', import.meta.url)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** The shell commands of the README's five minutes, in order, with placeholders for what they print. */
function commands(): string[] {
  const text = readFileSync(new URL('README.md', root), 'utf8')
  const section = text.slice(text.indexOf('## Five minutes'), text.indexOf('## What it does'))
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split(/\n(?=\s*(?:npm|curl))/)
      .map((command) => command.trim()),
  )
}

async function shell(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    cwd: root,
    env: { ...process.env, DATA_DIR: server.dataDir },
  })
  return stdout
}

it('the README’s five minutes end with revenue credited to the newsletter', async () => {
  const known: Record<string, string> = { 'http://localhost:3000': server.url }
  const run = (command: string) =>
    shell(
      Object.entries(known).reduce((text, [name, value]) => text.replaceAll(name, value), command),
    )
  const [site = '', key = '', hit = '', payment = '', reportsKey = '', query = '', ...rest] =
    commands()
  expect(rest).toEqual([])

  known.SITE_ID = JSON.parse(await run(site)).id
  known.API_KEY = JSON.parse(await run(key)).key
  expect(await run(hit)).toMatch(/^HTTP\/1.1 202/)
  expect(await run(hit)).not.toMatch(/x-tributary-dropped/i)
  expect(JSON.parse(await run(payment))).toMatchObject({ status: 'success' })
  known.REPORTS_KEY = JSON.parse(await run(reportsKey)).key
  expect(JSON.parse(await run(query)).data.rows).toEqual([
    { source: 'newsletter', visitors: 1, revenue: 49 },
  ])
})
