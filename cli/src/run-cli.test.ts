import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openResetLink } from '@tributary/server/accounts/people/reset-link.ts'
import { checkCredentials } from '@tributary/server/accounts/sign-in.ts'
import { signInThrottle } from '@tributary/server/accounts/sign-in-throttle.ts'
import { systemClock } from '@tributary/server/clock.ts'
import { memoryRateLimiter } from '@tributary/server/http/limits/rate-limit.ts'
import { apiKeys } from '@tributary/server/sites/api-keys.ts'
import { deriveSecrets } from '@tributary/server/store/control/secrets.ts'
import { describeOnControlStores } from '@tributary/server/test/control-stores.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { runHere as run, run as runProcess } from './test/run.ts'

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

  it('imports an export of ad spend, and names the line with an error', async () => {
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
    expect((await run(environment, none)).stderr).toContain('cannot be read: there is no such file')
  })

  it('says at once that a folder is no file, instead of trying to send it', async () => {
    const { siteId } = await json('site', 'create', '--domain', 'folder.example')
    const site = ['--site', String(siteId)]
    const commands = [
      ['import', 'file', folder, ...site, '--format', 'tributary'],
      ['spend', 'import', folder, ...site],
      ['secret', 'change', '--to', folder],
    ]
    for (const words of commands) {
      expect(await run(environment, words)).toMatchObject({
        code: 1,
        stderr: `${folder} cannot be read: it is a folder\n`,
      })
    }
    const { stderr } = await run(environment, ['export', folder, ...site])
    expect(stderr).toBe(`${folder} is there and no beginning of an export; name another\n`)
    expect(await json('import', 'list', ...site)).toMatchObject({ imports: [] })
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
    more.push('requireSignedIdentify=on')
    const changed = await json('site', 'set', id, ...settings, ...more)
    expect(changed).toEqual({
      ...made,
      identification: true,
      domains: ['shop.example', 'b.example'],
      name: 'A = B',
      privacyMode: 'cookieless',
      respectDoNotTrack: true,
      requireSignedIdentify: true,
      currency: 'USD',
      timezone: 'UTC',
    })
    expect((await json('site', 'list')).sites).toContainEqual(changed)
    const { identityKey } = await json('site', 'identity-key', id)
    expect(identityKey).toMatch(/^[\w-]{43}$/)
    expect(await json('site', 'identity-key', id)).toMatchObject({ identityKey })
    expect((await json('site', 'identity-key', id, '--roll')).identityKey).not.toBe(identityKey)
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

  it('says why a folder cannot take a backup or an export, and what to do', async () => {
    const { siteId } = await json('site', 'create', '--domain', 'out.example')
    const below = join(folder, 'a-file', 'below')
    await writeFile(dirname(below), '')
    for (const words of [
      ['backup', below],
      ['export', '--site', String(siteId), below],
    ]) {
      const { code, stderr } = await run(environment, words)
      expect([words[0], code, stderr]).toEqual([
        ...[words[0], 1],
        expect.stringMatching(/below cannot be used: a file is in its way\. Name another place/),
      ])
    }
  })

  it('reports a healthy installation as healthy, and names what is wrong with a broken one', async () => {
    const { stdout: found } = await run(environment, ['doctor', '--json'])
    const report: { ok: boolean; checks: { name: string; ok: boolean }[] } = JSON.parse(found)
    // Postgres runs without fsync in tests, which the doctor rightly reports.
    const sick = place.databaseUrl === undefined ? [] : ['control store']
    expect(report.checks.filter((check) => !check.ok).map((check) => check.name)).toEqual(sick)
    expect(report).toMatchObject({ ok: sick.length === 0, checks: { length: 18 } })
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
      'an invalid end',
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

  it('names a database that does not answer, and the setting to correct', async () => {
    const place = `127.0.0.1:${await freePort()}`
    const away = { ...environment, DATABASE_URL: `postgres://a:secret@${place}/x` }
    const { code, stderr } = await run(away, ['site', 'list'])
    expect([code, stderr.trim()]).toEqual([
      1,
      `Postgres at ${place} does not answer (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
    ])
  })

  it('names every bad setting', async () => {
    const bad = { ...environment, PORT: 'x', LOG_LEVEL: 'loud', SECRET: 'changeme' }
    const { code, stdout } = await run(bad, ['site', 'list', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error.message).toMatch(
      /PORT must be[\s\S]*SECRET must have at least 32[\s\S]*LOG_LEVEL must be/,
    )
  })

  it('keeps what it compiled where an installation is, and leaves an empty folder empty', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tributary-cli-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const environment = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: '' }
    await runProcess(environment, ['--help'])
    expect(await readdir(dataDir)).toEqual([])
    await writeFile(join(dataDir, 'secret'), 'of an installation, which this is a piece of')
    await runProcess(environment, ['--help'])
    expect(await readdir(join(dataDir, 'compiled'))).not.toEqual([])
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
