import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { openResetLink } from '@tributary/server/accounts/people/reset-link.ts'
import { checkCredentials } from '@tributary/server/accounts/sign-in.ts'
import { signInThrottle } from '@tributary/server/accounts/sign-in-throttle.ts'
import { systemClock } from '@tributary/server/clock.ts'
import { AppError } from '@tributary/server/errors.ts'
import { memoryRateLimiter } from '@tributary/server/http/rate-limit.ts'
import { apiKeys } from '@tributary/server/sites/api-keys.ts'
import { deriveSecrets } from '@tributary/server/store/control/secrets.ts'
import { describeOnControlStores } from '@tributary/server/test/control-stores.ts'
import { startTestServer } from '@tributary/server/test/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendFile } from './send-file.ts'
import { writeExport } from './write-export.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

function run(environment: Record<string, string>, words: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { PATH: '/usr/bin:/bin', ...environment }
    execFile(process.execPath, [main, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

describeOnControlStores('the command line', (stores) => {
  let environment: Record<string, string>
  let folder: string
  let place: Awaited<ReturnType<typeof stores.newPlace>>

  beforeAll(async () => {
    place = await stores.newPlace()
    folder = await mkdtemp(join(tmpdir(), 'tributary-cli-'))
    environment =
      place.databaseUrl === undefined
        ? { DATA_DIR: dirname(place.file) }
        : { DATA_DIR: folder, DATABASE_URL: place.databaseUrl }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Runs a command that succeeds; its one JSON object. */
  async function json(...words: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await run(environment, [...words, '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  it('says that no e-mails are sent where no mail server is set', async () => {
    const words = ['mail', 'test', '--to', 'ana@shop.example', '--json']
    const { code, stdout } = await run(environment, words)
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { message: expect.stringContaining('Set SMTP_URL') },
    })
  })

  it('takes in an export of ad spend, and says the line that is wrong with it', async () => {
    const { siteId } = await json('site', 'create', '--domain', 'ads.example', '--currency', 'EUR')
    const file = join(folder, 'ads.csv')
    const place = ['spend', 'import', file, '--site', String(siteId), '--source', 'google']
    await writeFile(file, 'Day,Campaign,Cost\n2026-11-02,Brand,12.50\n')
    expect(await json(...place, '--dry-run')).toMatchObject({ rows: 1, saved: 0 })
    expect(await json(...place)).toMatchObject({
      saved: 1,
      totals: [{ currency: 'EUR', amount: 12.5 }],
    })
    await writeFile(file, 'Day,Campaign,Cost\n2026-11-02,Brand,much\n')
    const { code, stderr } = await run(environment, place)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Line 2: much is no')])
    const none = ['spend', 'import', join(folder, 'none.csv'), '--site', String(siteId)]
    expect((await run(environment, none)).stderr).toContain('cannot be read')
  })

  it('makes an account that can sign in, and no second one of the same address', async () => {
    const words = ['account', 'create', '--email', 'Ana@example.com', '--password', 'long enough']
    const made = await json(...words)
    expect(made).toMatchObject({ email: 'ana@example.com', role: 'owner', id: made.accountId })
    const store = await stores.open(place)
    const credentials = { email: 'ana@example.com', password: 'long enough', address: '::1' }
    const guard = {
      throttle: signInThrottle({
        store,
        secrets: deriveSecrets('x'.repeat(32)),
        clock: systemClock,
      }),
      limits: memoryRateLimiter(systemClock),
    }
    const account = await checkCredentials(store, guard, credentials)
    expect(account.id).toBe(made.id)

    const again = await run(environment, [...words, '--json'])
    expect(again.code).toBe(1)
    const message = 'There is an account with this e-mail address already'
    expect(JSON.parse(again.stdout)).toEqual({ error: { kind: 'conflict', message } })
    expect(again.stderr).toBe(`${message}\n`)
  })

  it('makes a link to a new password, and shuts and opens an account', async () => {
    const email = 'ben@example.com'
    await json('account', 'create', '--email', email, '--password', 'long enough')
    const made = await json('account', 'reset-password', '--email', email)
    expect(made.link).toMatch(/^http:\/\/localhost:3000\/reset-password#token=[\w-]{43}$/)
    const store = await stores.open(place)
    const { account, madeBy } = await openResetLink(store, String(made.link).split('=')[1] ?? '', 0)
    expect([account.email, madeBy]).toEqual([email, 'command-line'])
    expect(await json('account', 'disable', email)).toMatchObject({ isDisabled: true })
    expect(await json('account', 'enable', email)).toMatchObject({ isDisabled: false })
    const { code, stderr } = await run(environment, ['account', 'disable', 'none@example.com'])
    expect([code, stderr]).toEqual([1, 'Account not found\n'])
  })

  it('makes, lists and changes sites', async () => {
    const place = ['--timezone', 'Europe/Berlin', '--currency', 'eur', '--name', 'The shop']
    const made = await json('site', 'create', '--domain', 'shop.example', ...place)
    expect(made).toMatchObject({
      id: made.siteId,
      domain: 'shop.example',
      name: 'The shop',
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      identification: false,
    })
    const id = String(made.siteId)
    const settings = ['identification=on', 'domains=shop.example,b.example', 'name=A = B']
    const more = ['privacy=cookieless', 'respectDoNotTrack=on', 'currency=USD', 'timezone=UTC']
    const changed = await json('site', 'set', id, ...settings, ...more)
    expect(changed).toEqual({
      ...made,
      identification: true,
      domains: ['shop.example', 'b.example'],
      name: 'A = B',
      privacyMode: 'cookieless',
      respectDoNotTrack: true,
      currency: 'USD',
      timezone: 'UTC',
    })
    expect((await json('site', 'list')).sites).toContainEqual(changed)
    const { stdout } = await run(environment, ['site', 'list'])
    expect(stdout).toMatch(new RegExp(`${id}  +A = B  +shop.example,b.example  +UTC`))
  })

  it('makes, lists, rolls and revokes keys that work at once', async () => {
    const { siteId } = await json('site', 'create', '--domain', 'keys.example')
    const words = ['--site', String(siteId), '--name', 'Backend', '--expires', '90d']
    const scopes = ['--scopes', 'stats:read, goals:write', '--rate', '7']
    const made = await json('key', 'create', ...words, ...scopes)
    expect(made).toMatchObject({
      id: made.keyId,
      siteId,
      name: 'Backend',
      scopes: ['goals:write', 'stats:read'],
      ratePerMinute: 7,
    })
    const lifeMs = Date.parse(String(made.expiresAt)) - Date.parse(String(made.createdAt))
    expect(Math.round(lifeMs / 60_000)).toBe(90 * 24 * 60)

    const keys = apiKeys(await stores.open(place))
    const found = await keys.find(String(made.key))
    expect(found).toMatchObject({ key: { id: made.id }, site: { id: siteId } })

    const rolled = await json('key', 'roll', String(made.id))
    expect(rolled).toMatchObject({ replaces: made.id, name: 'Backend', ratePerMinute: 7 })
    expect(await keys.find(String(rolled.key))).toBeDefined()
    expect(await json('key', 'revoke', String(rolled.id))).toMatchObject({ keyId: rolled.id })
    const listed = (await json('key', 'list', '--site', String(siteId))).keys as { id: string }[]
    expect(listed.map((key) => key.id).sort()).toEqual([made.id, rolled.id].sort())
    expect(JSON.stringify(listed)).not.toContain(made.key)
    const { stdout } = await run(environment, ['key', 'list', '--site', String(siteId)])
    expect(stdout).toMatch(new RegExp(`${rolled.id} .* revoked`))
  })

  it('finds an installation healthy, and says what ails a sick one', async () => {
    const { stdout: found } = await run(environment, ['doctor', '--json'])
    const report: { ok: boolean; checks: { name: string; ok: boolean }[] } = JSON.parse(found)
    // Postgres runs without fsync in tests, and the doctor is right to object.
    const sick = place.databaseUrl === undefined ? [] : ['control store']
    expect(report.checks.filter((check) => !check.ok).map((check) => check.name)).toEqual(sick)
    expect(report).toMatchObject({ ok: sick.length === 0, checks: { length: 17 } })
    const nowhere = { ...environment, CLICKHOUSE_URL: 'http://127.0.0.1:1' }
    const { code, stdout } = await run(nowhere, ['doctor'])
    expect(code).toBe(1)
    expect(stdout).toContain('PROBLEM  events engine: ClickHouse at 127.0.0.1:1 does not answer')
  })
})

describe('the command line, whatever the store', () => {
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = { DATA_DIR: await mkdtemp(join(tmpdir(), 'tributary-cli-')) }
  })
  afterAll(() => rm(environment.DATA_DIR ?? '', { recursive: true, force: true }))

  it.each([
    ['an unknown command', ['nonsense'], "unknown command 'nonsense'"],
    ['no command', [], 'which command? See --help'],
    ['a missing option', ['key', 'create', '--name', 'x'], "option '--site <id>' not specified"],
    ['an unknown option', ['site', 'list', '--all'], "unknown option '--all'"],
    ['an unknown site', ['key', 'list', '--site', 'site_x'], 'Site not found'],
    ['an unknown key', ['key', 'revoke', 'key_x'], 'API key not found'],
    ['an import of nowhere', ['import', 'x.csv', '--site', 'site_x'], "option '--format <name>'"],
    ['an unknown setting', ['site', 'set', 'site_x', 'colour=red'], 'expected NAME=VALUE'],
    ['a setting without value', ['site', 'set', 'site_x', 'name'], 'expected NAME=VALUE'],
    ['a switch half on', ['site', 'set', 'site_x', 'identification=maybe'], 'must be on or off'],
    ['a bad domain', ['site', 'create', '--domain', 'a b'], 'is not a domain name'],
    [
      'an end nobody understands',
      ['key', 'create', '--site', 'x', '--name', 'x', '--expires', 'soon'],
      'expires must be a time from now such as 90d, or a date',
    ],
    [
      'a short password',
      ['account', 'create', '--email', 'b@example.com', '--password', 'short'],
      'password must have at least 8 characters',
    ],
  ])(
    'answers %s with exit code 1, on stderr and as one JSON object',
    async (_case, words, text) => {
      const { code, stdout, stderr } = await run(environment, [...words, '--json'])
      expect(code).toBe(1)
      expect(JSON.parse(stdout).error.message).toContain(text)
      expect(stderr).toContain(text)
    },
  )

  it('refuses a database that asks for no TLS where TLS is required', async () => {
    const insisting = { ...environment, REDIS_URL: 'redis://redis:6379', REQUIRE_TLS: 'true' }
    const { code, stderr } = await run(insisting, ['site', 'list'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('REDIS_URL asks for no TLS')])
  })

  it('names every bad setting', async () => {
    const bad = { ...environment, PORT: 'x', LOG_LEVEL: 'loud', SECRET: 'changeme' }
    const { code, stdout } = await run(bad, ['site', 'list', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error.message).toMatch(
      /PORT must be[\s\S]*LOG_LEVEL must be[\s\S]*SECRET must have at least 32/,
    )
  })

  it('lists only what works', async () => {
    const { code, stdout } = await run({}, ['--help'])
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name)
    expect(commands).toEqual([
      'account',
      'site',
      'key',
      'provider',
      'spend',
      'doctor',
      'backup',
      'restore',
      'move',
      'export',
      'import',
      'secret',
      'mail',
      'journal',
    ])
  })
})

describe('the command line, beside a server', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  beforeAll(async () => {
    server = await startTestServer()
  }, 60_000)
  afterAll(() => server?.close())

  it('exports a site, completes an export that was cut off, and overwrites none', async () => {
    const { site, key } = await server.aSite()
    const seen = { type: 'pageview', visitorId: 'ana', url: 'https://shop.example/' }
    await server.request('POST', '/api/v1/events', { key, body: { events: [seen] } })
    const file = join(server.dataDir, 'shop.ndjson')
    const words = ['export', file, '--site', site.id, '--json']
    const beside = { DATA_DIR: server.dataDir, SECRET: server.services.config.secret }
    expect(JSON.parse((await run(beside, words)).stdout)).toMatchObject({ file })
    const whole = await readFile(file, 'utf8')
    expect(whole.split('\n').filter((line) => line.includes('"type":"event"'))).toHaveLength(1)
    const again = JSON.parse((await run(beside, words)).stdout)
    expect(again.error.message).toMatch(/is a whole export already/)
    await truncate(file, whole.lastIndexOf('{"type":"checkpoint"') + 20)
    await run(beside, words)
    expect(await readFile(file, 'utf8')).toBe(whole)
  })

  it('works beside a running server, which the doctor recognises', async () => {
    const beside = { DATA_DIR: server.dataDir }
    const made = await run(beside, ['site', 'create', '--domain', 'shop.example', '--json'])
    const { siteId } = JSON.parse(made.stdout)
    const words = ['key', 'create', '--site', siteId, '--name', 'x', '--json']
    const { key, id } = JSON.parse((await run(beside, words)).stdout)
    const goal = { key, body: { event: 'signup' } }
    expect((await server.request('POST', '/api/v1/goal', goal)).status).toBe(200)
    const doctor = await run(beside, ['doctor'])
    expect(doctor).toMatchObject({ code: 0, stderr: '' })
    expect(doctor.stdout).toMatch(/events engine: in use by the running server \(process \d+\)/)
    await run(beside, ['key', 'revoke', id])
    // The server may know a key for a second after its end; the command took longer than nothing.
    const isRefused = async () =>
      (await server.request('POST', '/api/v1/goal', goal)).status === 401
    await expect.poll(isRefused, { timeout: 1500, interval: 50 }).toBe(true)
  })

  it('brings in what the engine did not take, once it does', async () => {
    const { site, key } = await server.aSite()
    const { engine, events } = server.services
    const beside = { DATA_DIR: server.dataDir, SECRET: server.services.config.secret }
    // The engine's code for this (469) says nothing of rows.
    await engine.command("alter table events add constraint odd check path != '/odd'")
    for (const path of ['/even', '/odd']) {
      const seen = { type: 'pageview', visitorId: 'ana', url: `https://shop.example${path}` }
      await server.request('POST', '/api/v1/events', { key, body: { events: [seen] } })
    }
    await expect.poll(() => events.stats().setAside, { timeout: 20_000 }).toBe(1)
    const { stdout } = await run(beside, ['doctor'])
    expect(stdout).toMatch(/1 events were set aside .* 1 of them are tried again every hour/)
    const still = await run(beside, ['journal', 'retry', '--json'])
    expect([still.code, JSON.parse(still.stdout)]).toEqual([
      1,
      { tried: 1, setAside: 1, payments: { tried: 0, setAside: 0 } },
    ])
    await engine.command('alter table events drop constraint odd')
    const mended = await run(beside, ['journal', 'retry'])
    expect(mended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 events were tried again; 0 are set aside now\n'),
    })
    const paths = await engine.query(
      'select path from events where site_id = {site:String} order by path',
      { site: site.id },
    )
    expect(paths).toEqual([{ path: '/even' }, { path: '/odd' }])
  })

  it('takes in a file beside a running server and without one, and takes it back', async () => {
    const { site, key } = await server.aSite()
    const beside = { DATA_DIR: server.dataDir, SECRET: server.services.config.secret }
    const cli = async (...words: string[]) => {
      const { code, stdout, stderr } = await run(beside, [...words, '--json'])
      return { code, stderr, said: JSON.parse(stdout) }
    }
    const file = join(server.dataDir, 'visits.csv')
    const words = ['import', file, '--site', site.id, '--format', 'rows']
    const rows = ['visitor_id,timestamp,path', 'ana,2025-03-02T10:00:00Z,/', 'ben,soon,/']
    const views = async () => {
      const body = { metrics: ['pageViews'], dateRange: ['2025-03-01', '2025-03-31'] }
      const reply = await server.request('POST', '/api/v1/query', { key, body })
      return (reply.body as { data: { totals: { pageViews: number } } }).data.totals.pageViews
    }

    await writeFile(file, rows.join('\n'))
    const refused = await cli(...words)
    expect(refused).toMatchObject({ code: 1, said: { added: false } })
    expect(refused.stderr).toMatch(
      /^Found events 1 \(1 new\).*\nvisits.csv, line 3: the time must be/,
    )
    expect((await cli(...words, '--dry-run', '--skip-errors')).said).toMatchObject({ added: false })
    expect(await views()).toBe(0)
    const done = await cli(...words, '--skip-errors')
    expect(done).toMatchObject({ code: 0, said: { added: true, result: { events: { new: 1 } } } })
    expect(await views()).toBe(1)
    expect((await cli('import', 'undo', done.said.id)).said).toMatchObject({ state: 'undone' })
    expect(await views()).toBe(0)
    const { imports } = (await cli('import', 'list', '--site', site.id)).said
    expect(imports).toEqual([expect.objectContaining({ id: done.said.id, state: 'undone' })])

    await server.restartWith(async () => {
      const { code, stdout } = await run(beside, [...words, '--skip-errors'])
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^Added events 1, 2025-03-02/)])
    })
    expect(await views()).toBe(1)
  }, 60_000)

  it('goes on by itself with an export and with sending a file when the server goes away', async () => {
    const { site, key } = await server.aSite()
    const days = [3, 2, 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString())
    const events = days.map((timestamp) => ({
      ...{ type: 'pageview', visitorId: 'ana', timestamp },
      url: 'https://shop.example/',
    }))
    await server.request('POST', '/api/v1/events', { key, body: { events } })
    const { services } = server
    const said: string[] = []
    const given = { siteId: site.id, tell: (text: string) => said.push(text), pausesMs: [1, 1] }
    let asked = 0
    const away = new AppError('unavailable', 'The events engine is not available just now')
    const reach = async () => ({
      ...{ control: services.control, secrets: services.secrets },
      flush: () => services.events.flush(),
      close: async () => undefined,
      engine: {
        ...services.engine,
        // The range, and then each day: it goes away in the middle of the days, twice.
        query: async <Row>(...question: Parameters<typeof services.engine.query>) => {
          if (++asked === 4 || asked === 6) throw away
          return services.engine.query<Row>(...question)
        },
      },
    })
    const [file, whole] = ['cut.ndjson', 'whole.ndjson'].map((name) => join(server.dataDir, name))
    await writeExport({ ...given, reach, file: String(file) })
    expect(said).toEqual([
      'Cut off: The events engine is not available just now. Going on in 0.001 s.',
      'Cut off: The events engine is not available just now. Going on in 0.001 s.',
    ])
    asked = 100
    await writeExport({ ...given, reach, file: String(whole) })
    // But for the first section, whose checksum is also about when it was made.
    const linesOf = async (name = '') => (await readFile(name, 'utf8')).split('\n').slice(3)
    expect(await linesOf(file)).toEqual(await linesOf(whole))
    expect((await linesOf(file)).filter((line) => line.includes('"type":"event"'))).toHaveLength(2)

    const { id } = await services.imports.create(site, {
      format: 'tributary',
      fileName: 'cut.ndjson',
    })
    let pieces = 0
    const imports = {
      get: services.imports.get,
      write: (...[to, name, offset, piece]: Parameters<typeof services.imports.write>) => {
        const cut = async function* () {
          yield (await readFile(String(file))).subarray(0, 100)
          throw away
        }
        const isCut = ++pieces === 1
        return services.imports.write(to, name, offset, isCut ? Readable.from(cut()) : piece)
      },
    }
    await sendFile({ imports, site, ...given }, id, String(file))
    expect([pieces, said.length]).toEqual([2, 3])
    expect((await services.imports.get(site, id)).bytes).toBe((await stat(String(file))).size)
    const forever = { get: imports.get, write: () => Promise.reject(away) }
    const other = await services.imports.create(site, { format: 'tributary', fileName: 'x' })
    const sending = sendFile({ imports: forever, site, ...given }, other.id, String(file))
    await expect(sending).rejects.toThrow(away)
  })

  it('changes the secret of an installation, but never under a running server', async () => {
    const beside = { DATA_DIR: server.dataDir }
    const words = ['secret', 'change', '--json']
    const refused = JSON.parse((await run(beside, words)).stdout)
    expect(refused.error.message).toMatch(/Stop it, then run this again/)
    await server.restartWith(async () => {
      expect(JSON.parse((await run(beside, words)).stdout)).toMatchObject({ changed: true })
      // The test's server is given its secret by its settings; this is what the kept file now says.
      await rename(join(server.dataDir, 'secret'), join(server.dataDir, 'secret.new'))
    })
  })
})
