import { type FakeStripe, startStripe } from '@tributary/server/test/providers/fake-stripe.ts'
import { startTestServer, type TestServer } from '@tributary/server/test/server.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runCli } from './run-cli.ts'

let server: TestServer
let stripe: FakeStripe
beforeAll(async () => {
  stripe = await startStripe({})
  // The server reads connected accounts by itself, so it needs the address, too.
  const config = { providerApiUrls: { stripe: stripe.url } }
  server = await startTestServer({ sharesEngine: true, config })
  vi.stubEnv('STRIPE_API_URL', stripe.url)
  vi.stubEnv('DATA_DIR', server.dataDir)
  vi.stubEnv('SECRET', server.services.config.secret)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
  await stripe.close()
})

/** Runs a command; its exit code and its one JSON object. */
async function run(...words: string[]) {
  let out = ''
  const print = {
    out: (text: string) => {
      out += text
    },
    err: () => undefined,
  }
  const code = await runCli([...words, '--json'], print)
  return { code, json: JSON.parse(out) as Record<string, unknown> }
}

it('adds, tries, lists, replays, rotates and removes an endpoint while the server runs', async () => {
  const { site } = await server.aSite()
  const words = ['--site', site.id, '--provider', 'dodo', '--secret', 'whsec_MDEyMzQ1Njc4OWFi']
  const made = await run('provider', 'add', ...words)
  const id = String(made.json.endpointId)
  expect(made.json).toMatchObject({
    url: expect.stringMatching(new RegExp(`/webhooks/dodopayments/${id}$`)),
    isTest: false,
  })
  const tried = await run('provider', 'test', id, '--url', server.url)
  expect(tried).toMatchObject({ code: 0, json: { ok: true } })

  const listed = await run('provider', 'list', '--site', site.id)
  expect(listed.json.endpoints).toMatchObject([{ endpointId: id, deliveries: { test: 1 } }])
  const replayed = await run('provider', 'replay', id)
  expect(replayed).toMatchObject({ code: 0, json: { replayed: { test: 1, recorded: 0 } } })

  const rotated = await run('provider', 'rotate', id, '--secret', 'whsec_bmV3', '--overlap', '1h')
  const until = Date.parse(String(rotated.json.oldSecretUntil))
  expect(Math.round((until - Date.now()) / 60_000)).toBe(60)
  expect((await run('provider', 'remove', id)).code).toBe(0)
  const gone = await run('provider', 'test', id, '--url', server.url)
  expect(gone).toMatchObject({ code: 1, json: { ok: false, stages: [{ name: 'reached' }] } })
})

it('says what is wrong with an endpoint', async () => {
  const { site } = await server.aSite()
  const made = await run('provider', 'add', '--site', site.id, '--provider', 'stripe')
  expect(made).toMatchObject({ code: 1, json: { error: { kind: 'invalid' } } })
  const unknown = await run('doctor', '--provider', 'whe_none')
  expect(unknown).toMatchObject({ code: 1, json: { error: { kind: 'not-found' } } })
})

it('connects an account by a key, changes the key and disconnects', async () => {
  const { site } = await server.aSite()
  const [first, second] = ['rk_live_51First00000000', 'rk_live_51Second0000000']
  Object.assign(stripe.keys, { [first]: {}, [second]: {} })
  const at = ['--site', site.id]
  const refused = await run('provider', 'connect', ...at, '--key', 'sk_live_1')
  expect(refused).toMatchObject({ code: 1, json: { error: { kind: 'invalid' } } })
  const made = await run('provider', 'connect', ...at, '--key', first, '--months', '3')
  expect(made).toMatchObject({ code: 0, json: { provider: 'stripe', progress: 0 } })
  const id = String(made.json.id)
  const changed = await run('provider', 'change-key', id, ...at, '--key', second)
  expect(changed.json).toMatchObject({ keyHint: 'rk_live_…0000' })
  const listed = await run('provider', 'connections', ...at)
  expect(listed.json.connections).toMatchObject([{ id, error: null }])
  expect((await run('provider', 'disconnect', id, ...at)).code).toBe(0)
  expect((await run('provider', 'connections', ...at)).json.connections).toEqual([])
})
