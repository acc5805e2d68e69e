import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { readConfig } from '@tributary/server/config.ts'
import { syncConnections } from '@tributary/server/payments/connections/sync-connections.ts'
import { type RunningServer, serve } from '@tributary/server/serve.ts'
import { copyMadeFolder } from '@tributary/server/test/made-folder.ts'
import { type FakeStripe, startStripe } from '@tributary/server/test/providers/fake-stripe.ts'
import { aYear } from '@tributary/server/test/providers/stripe-shop.ts'
import { signAs } from '@tributary/server/test/providers/webhook-signer.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from './test/run.ts'

/** Random parts of secrets, which nothing else contains. Their ends may be shown. */
const parts = [1, 2, 3, 4].map(() => randomBytes(12).toString('hex'))
const [keyPart, nextPart, writingPart, webhookPart] = parts
const [key, next, writing] = [keyPart, nextPart, writingPart].map((one) => `rk_live_51${one}Only`)
const webhookSecret = `whsec_${webhookPart}`

let folder: string
let stripe: FakeStripe
let server: RunningServer
let siteId: string
let cookie: string
let env: Record<string, string>
/** Everything that the server logged at its most verbose level, and its answers. */
const said: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-secrets-'))
  stripe = await startStripe(aYear(5, Math.floor(Date.now() / 1000)).account)
  for (const one of [key, next]) stripe.keys[String(one)] = {}
  stripe.keys[String(writing)] = { mayWrite: ['/v1/payouts'] }
  const secret = randomBytes(24).toString('hex')
  env = { DATA_DIR: join(folder, 'data'), SECRET: secret, PORT: '0', STRIPE_API_URL: stripe.url }
  await copyMadeFolder(String(env.DATA_DIR))
  const config = { ...readConfig(env), exchangeRates: undefined }
  const logger = pino({ level: 'trace' }, { write: (line: string) => void said.push(line) })
  server = await serve(config, logger)
  const { control, signInSessions } = server.services
  const person = { email: 'ana@example.com', passwordHash: 'none' }
  const account = await createAccount(control.db, Date.now(), person)
  cookie = `tributary_session=${await signInSessions.start(account.id)}`
  siteId = await cli('site', 'create', '--domain', 'shop.example').then((made) => made.siteId)
})
afterAll(async () => {
  await server.close()
  await stripe.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command as an operator does; its output is searched, too. */
async function cli(...words: string[]) {
  const { code, stdout, stderr } = await run(env, [...words, '--json'])
  said.push(stdout, stderr)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

async function ask(method: string, path: string, given: { body?: object; text?: string } = {}) {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...{ cookie, 'sec-fetch-site': 'same-origin' },
      ...(given.body && { 'content-type': 'application/json' }),
    },
    ...(given.body && { body: JSON.stringify(given.body) }),
  })
  const text = await answer.text()
  said.push(text, JSON.stringify([...answer.headers]))
  return { status: answer.status, data: JSON.parse(text).data }
}

/** Delivers an event as Stripe would. */
async function deliver(endpointId: string, secret: string): Promise<number> {
  const text = JSON.stringify({ id: 'evt_1', object: 'event', type: 'unknown', data: {} })
  const headers = signAs('stripe', text, { secret, nowMs: Date.now() })
  const path = `${server.url}/webhooks/stripe/${endpointId}`
  const answer = await fetch(path, { method: 'POST', headers, body: text })
  said.push(await answer.text())
  return answer.status
}

/** How secrets could be written down: as they are, and in the usual encodings. */
const needles = parts.flatMap((part) => {
  // Three bytes are four characters: where the text around it ends decides which of three forms it has.
  const shifted = [0, 1, 2].map((before) => {
    const encoded = Buffer.from('x'.repeat(before) + part).toString('base64')
    return encoded.slice(before === 0 ? 0 : 4, -4)
  })
  const hex = Buffer.from(part).toString('hex')
  const wide = Buffer.from(part, 'utf16le')
  const forms = [part, part.toUpperCase(), ...shifted, hex, hex.toUpperCase()]
  return [wide, ...forms.map((form) => Buffer.from(form))]
})

/** Whether bytes hold a secret, also within a part that is compressed with gzip. */
function hasSecret(bytes: Buffer): boolean {
  if (needles.some((needle) => bytes.includes(needle))) return true
  for (let at = bytes.indexOf(gzipMark); at !== -1; at = bytes.indexOf(gzipMark, at + 1)) {
    const inner = unpacked(bytes.subarray(at))
    if (inner !== undefined && hasSecret(inner)) return true
  }
  return false
}

const gzipMark = Buffer.from([0x1f, 0x8b, 0x08])

function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes)
  } catch {
    // Other files contain these three bytes, too.
    return undefined
  }
}

/** The files of a folder that hold a secret. */
async function filesWithSecrets(of: string): Promise<string[]> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  const found: string[] = []
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    if (hasSecret(await readFile(path))) found.push(path)
  }
  return found
}

/** All rows of the events engine, whose files are compressed in a way of their own. */
async function engineRows(): Promise<string[]> {
  const { engine } = server.services
  const tables = await engine.query<{ name: string; rows: string }>(
    `select name, toString(total_rows) as rows from system.tables
      where database = currentDatabase() and total_rows > 0`,
    {},
  )
  const all = tables.map(({ name }) => engine.query(`select * from \`${name}\``, {}))
  return (await Promise.all(all)).map((rows) => JSON.stringify(rows))
}

describe('a connected key and a webhook secret', () => {
  beforeAll(async () => {
    const path = `/api/app/sites/${siteId}/provider-connections`
    const body = { provider: 'stripe', key }
    const made = await ask('POST', path, { body })
    expect(made.status).toBe(200)
    const own = `${path}/${made.data.connection.id}`
    await syncConnections(server.services.syncing, () => false)
    stripe.keys[String(key)] = { isRevoked: true }
    await ask('POST', `${own}/sync`)
    await syncConnections(server.services.syncing, () => false)
    expect((await ask('GET', path)).data.connections).toMatchObject([
      { error: { code: 'key-refused' } },
    ])
    expect((await ask('PUT', `${own}/key`, { body: { key: writing } })).status).toBe(400)
    expect((await ask('PUT', `${own}/key`, { body: { key: next } })).status).toBe(200)
    await syncConnections(server.services.syncing, () => false)

    const endpoint = await ask('POST', `/api/app/sites/${siteId}/webhooks`, {
      body: { provider: 'stripe', secret: webhookSecret },
    })
    expect(endpoint.status).toBe(200)
    const { id } = endpoint.data.endpoint
    expect(await deliver(id, webhookSecret)).toBe(200)
    expect(await deliver(id, 'whsec_another')).toBe(401)
    for (const from of ['webhooks', 'reconciliation/summary', 'payments', 'audit']) {
      await ask('GET', `/api/app/sites/${siteId}/${from}`)
    }
    await ask('GET', path)
  })

  it('are in no answer, no output of a command and no line of the log', async () => {
    await cli('provider', 'connections', '--site', siteId)
    await cli('doctor')
    expect(said.join('\n')).toContain('rk_live_…Only')
    expect(said.filter((text) => hasSecret(Buffer.from(text)))).toEqual([])
  })

  it('are in no file of a backup and of an export', async () => {
    const backup = join(folder, 'backup')
    await cli('backup', backup)
    expect(await filesWithSecrets(backup)).toEqual([])
    const exported = join(folder, 'exported')
    await mkdir(exported)
    await cli('export', join(exported, 'shop.ndjson'), '--site', siteId)
    expect(await readFile(join(exported, 'shop.ndjson'), 'utf8')).toContain('"type":"payment"')
    expect(await filesWithSecrets(exported)).toEqual([])
  })

  it('are in no file of a copy of the data folder, and in no row of the events engine', async () => {
    const copy = join(folder, 'copy')
    await cp(String(env.DATA_DIR), copy, {
      recursive: true,
      // A copied socket or fifo would block.
      filter: async (from) => !from.endsWith('.sock'),
    })
    expect(await filesWithSecrets(copy)).toEqual([])
    const rows = await engineRows()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((text) => hasSecret(Buffer.from(text)))).toEqual([])
  })

  it('would be found in plain text, in base64 and inside compressed data', async () => {
    const planted = join(folder, 'planted')
    await mkdir(planted)
    const text = JSON.stringify({ note: 'before', key, after: 1 })
    const plant: Record<string, Buffer> = {
      clear: Buffer.from(text),
      base64: Buffer.from(Buffer.from(text).toString('base64')),
      shifted: Buffer.from(Buffer.from(` ${text}`).toString('base64')),
      compressed: Buffer.concat([Buffer.from('head'), gzipSync(text)]),
    }
    for (const [name, bytes] of Object.entries(plant)) {
      const file = join(planted, name)
      await writeFile(file, bytes)
    }
    const found = await filesWithSecrets(planted)
    expect(found.map((path) => path.slice(planted.length + 1)).sort()).toEqual(
      Object.keys(plant).sort(),
    )
  })
})
