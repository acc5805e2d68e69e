import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PublicOperation } from '@tributary/contract/operation.ts'
import { parseSync } from 'rolldown/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPhp } from '../../../../scripts/test-services.ts'
import { startShopServer } from '../../test/a-shop.ts'
import { inLongForm } from '../../test/long-form.ts'
import { type CodeSample, codeSamples } from './code-samples.ts'
import { operations } from './openapi.ts'

const run = promisify(execFile)
const has = (program: string) => spawnSync(program, ['--version']).status === 0
const named = operations.map((operation) => ({ name: operation.docs.id, operation }))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-samples-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function sample(operation: PublicOperation, label: CodeSample['label'], url: string): string {
  return codeSamples(operation, url).find((one) => one.label === label)?.code ?? ''
}

async function write(
  operation: PublicOperation,
  label: CodeSample['label'],
  { url = 'https://stats.example.com', ending }: { url?: string; ending: string },
): Promise<string> {
  const file = join(folder, `${operation.docs.id}.${ending}`)
  await writeFile(file, sample(operation, label, url))
  return file
}

describe('samples of every operation', () => {
  it.each(named)('$name: can be parsed as JavaScript', ({ operation }) => {
    const code = sample(operation, 'Node', 'https://stats.example.com')
    expect(code).toContain(operation.path)
    expect(parseSync('sample.mjs', code).errors).toEqual([])
  })

  it.skipIf(!has('python3'))('can be compiled as Python', async () => {
    const files = await Promise.all(
      named.map(({ operation }) => write(operation, 'Python', { ending: 'py' })),
    )
    await run('python3', ['-m', 'py_compile', ...files])
  })

  it.skipIf(!has('php'))('can be parsed as PHP', async () => {
    const some = named.filter((_, index) => index % 6 === 0)
    for (const { operation } of inLongForm(named, some)) {
      await run('php', ['-l', await write(operation, 'PHP', { ending: 'php' })])
    }
  })
})

describe('samples that are run', () => {
  let shop: Awaited<ReturnType<typeof startShopServer>>
  beforeAll(async () => {
    shop = await startShopServer()
  })
  afterAll(() => shop?.server.close())

  // In this order: what is read was written before.
  const ids = ['recordEvents', 'recordGoal', 'recordPayment', 'getVisitor', 'listPayments', 'query']
  const chosen = ids.map((id) => {
    const found = named.find(({ name }) => name === id)
    if (found === undefined) throw new Error(`No operation has the id ${id}`)
    return found
  })
  const programs = [
    { label: 'Node', program: process.execPath, ending: 'mjs' },
    { label: 'Python', program: 'python3', ending: 'py' },
    { label: 'curl', program: 'sh', ending: 'sh' },
    { label: 'PHP', program: 'php', ending: 'php' },
  ] as const

  for (const { label, program, ending } of programs) {
    it.skipIf(!canRun(label, program))(`work in ${label}`, async () => {
      // In the short form one with a body and one without in the others: all are written by the same rules.
      const some = chosen.filter(({ name }) => ['recordGoal', 'getVisitor'].includes(name))
      const tried = label === 'Node' ? chosen : inLongForm(chosen, some)
      for (const { name, operation } of tried) {
        const file = await write(operation, label, { url: shop.server.url, ending })
        const { stdout } = await run('env', [`TRIBUTARY_KEY=${shop.key}`, program, file])
        const reply = JSON.parse(stdout.slice(stdout.indexOf('{')))
        expect([name, reply]).toEqual([name, expect.objectContaining({ status: 'success' })])
      }
    })
  }
})

/** Node always; the others where the machine has them. */
function canRun(label: string, program: string): boolean {
  if (label === 'curl') return has('curl')
  if (label === 'PHP') return hasPhp()
  return label === 'Node' || has(program)
}
