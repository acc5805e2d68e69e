import { mkdir, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '@tributary/server/errors.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import { startTestServer } from '@tributary/server/test/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openToRead } from './read-file.ts'
import { sendFile } from './send-file.ts'
import { begin, run } from './test/run.ts'
import { writeExport } from './write-export.ts'

describe('the command line, with a running server', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  beforeAll(async () => {
    server = await startTestServer({ own: true })
  })
  afterAll(() => server?.close())

  it('exports a site, completes an export that was cut off, and overwrites none', async () => {
    const { site, key } = await server.aSite()
    const seen = { type: 'pageview', visitorId: 'ana', url: 'https://shop.example/' }
    await server.request('POST', '/api/v1/events', { key, body: { events: [seen] } })
    const file = join(server.dataDir, 'shop.ndjson')
    const words = ['export', file, '--site', site.id, '--json']
    const env = { DATA_DIR: server.dataDir, SECRET: server.services.config.secret }
    expect(JSON.parse((await run(env, words)).stdout)).toMatchObject({ file })
    const whole = await readFile(file, 'utf8')
    expect(whole.split('\n').filter((line) => line.includes('"type":"event"'))).toHaveLength(1)
    const again = JSON.parse((await run(env, words)).stdout)
    expect(again.error.message).toMatch(/is a whole export already/)
    await truncate(file, whole.lastIndexOf('{"type":"checkpoint"') + 20)
    await run(env, words)
    expect(await readFile(file, 'utf8')).toBe(whole)
  })

  it('works with a running server, which the doctor recognises', async () => {
    const env = { DATA_DIR: server.dataDir }
    const made = await run(env, ['site', 'create', '--domain', 'shop.example', '--json'])
    const { siteId } = JSON.parse(made.stdout)
    const words = ['key', 'create', '--site', siteId, '--name', 'x', '--json']
    const { key, id } = JSON.parse((await run(env, words)).stdout)
    const goal = { key, body: { event: 'signup' } }
    expect((await server.request('POST', '/api/v1/goal', goal)).status).toBe(200)
    const doctor = await run(env, ['doctor'])
    expect(doctor).toMatchObject({ code: 0, stderr: '' })
    expect(doctor.stdout).toMatch(/events engine: in use by the running server \(process \d+\)/)
    await run(env, ['key', 'revoke', id])
    // The server may accept a key for a second after its revocation; the command itself took some time.
    const isRefused = async () =>
      (await server.request('POST', '/api/v1/goal', goal)).status === 401
    await expect.poll(isRefused, { timeout: 5_000, interval: 50 }).toBe(true)
  })

  it('deletes a site, whose events the running server removes within seconds', async () => {
    const { site, key } = await server.aSite()
    const { engine } = server.services
    const seen = { type: 'pageview', visitorId: 'ana', url: 'https://shop.example/' }
    await server.request('POST', '/api/v1/events', { key, body: { events: [seen] } })
    const events = () =>
      engine.query('select visitor_id from events where site_id = {site:String}', { site: site.id })
    await expect.poll(events).toEqual([{ visitor_id: 'ana' }])
    const words = ['site', 'delete', site.id, '--confirm', site.name]
    const { code, stdout } = await run({ DATA_DIR: server.dataDir }, words)
    expect([code, stdout]).toEqual([0, expect.stringContaining('within seconds')])
    await expect.poll(events).toEqual([])
  })

  it.runIf(process.platform === 'linux')(
    'lets a command be ended before the server when memory runs out',
    async () => {
      const { site } = await server.aSite()
      const words = ['provider', 'connect', '--site', site.id, '--provider', 'stripe', '--key', '-']
      const { child, outcome } = begin({ DATA_DIR: server.dataDir }, words)
      const scoreOf = (pid?: number) => readFile(`/proc/${pid}/oom_score_adj`, 'utf8').then(Number)
      await expect.poll(() => scoreOf(child.pid), { timeout: 10_000 }).toBe(500)
      expect(await scoreOf(process.pid)).toBeLessThan(500)
      child.stdin?.end()
      expect((await outcome).code).toBe(1)
    },
  )

  itInLongForm('inserts what the engine refused once the engine accepts it', async () => {
    const { site, key } = await server.aSite()
    const { engine, events } = server.services
    const env = { DATA_DIR: server.dataDir, SECRET: server.services.config.secret }
    // The engine's message for this error (469) does not mention rows.
    await engine.command("alter table events add constraint odd check path != '/odd'")
    for (const path of ['/even', '/odd']) {
      const seen = { type: 'pageview', visitorId: 'ana', url: `https://shop.example${path}` }
      await server.request('POST', '/api/v1/events', { key, body: { events: [seen] } })
    }
    await expect.poll(() => events.stats().quarantined).toBe(1)
    const { stdout } = await run(env, ['doctor'])
    expect(stdout).toMatch(/1 events are quarantined .* 1 of them are tried again every hour/)
    const still = await run(env, ['journal', 'retry', '--json'])
    expect([still.code, JSON.parse(still.stdout)]).toEqual([
      1,
      { tried: 1, quarantined: 1, payments: { tried: 0, quarantined: 0 } },
    ])
    await engine.command('alter table events drop constraint odd')
    const fixed = await run(env, ['journal', 'retry'])
    expect(fixed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 events were retried; 0 are quarantined now\n'),
    })
    const paths = await engine.query(
      'select path from events where site_id = {site:String} order by path',
      { site: site.id },
    )
    expect(paths).toEqual([{ path: '/even' }, { path: '/odd' }])
  })

  itInLongForm(
    'imports a file with a running server and without one, and undoes the import',
    async () => {
      const { site, key } = await server.aSite()
      const env = { DATA_DIR: server.dataDir, SECRET: server.services.config.secret }
      const cli = async (...words: string[]) => {
        const { code, stdout, stderr } = await run(env, [...words, '--json'])
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
      expect((await cli(...words, '--dry-run', '--skip-errors')).said).toMatchObject({
        added: false,
      })
      expect(await views()).toBe(0)
      const done = await cli(...words, '--skip-errors')
      expect(done).toMatchObject({ code: 0, said: { added: true, result: { events: { new: 1 } } } })
      expect(await views()).toBe(1)
      expect((await cli('import', 'undo', done.said.id)).said).toMatchObject({ state: 'undone' })
      expect(await views()).toBe(0)
      const { imports } = (await cli('import', 'list', '--site', site.id)).said
      expect(imports).toEqual([expect.objectContaining({ id: done.said.id, state: 'undone' })])

      await server.restartWith(async () => {
        const { code, stdout } = await run(env, [...words, '--skip-errors'])
        expect([code, stdout]).toEqual([0, expect.stringMatching(/^Added events 1, 2025-03-02/)])
      })
      expect(await views()).toBe(1)
    },
  )

  it('continues by itself with an export and with sending a file when the server goes away', async () => {
    const { site, key } = await server.aSite()
    const days = [3, 2, 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString())
    const events = days.map((timestamp) => ({
      ...{ type: 'pageview', visitorId: 'ana', timestamp },
      url: 'https://shop.example/',
    }))
    await server.request('POST', '/api/v1/events', { key, body: { events } })
    const { services } = server
    const said: string[] = []
    const given = { siteId: site.id, report: (text: string) => said.push(text), pausesMs: [1, 1] }
    let asked = 0
    const away = new AppError('unavailable', 'The events engine is not available just now')
    const reach = async () => ({
      ...{ control: services.control, secrets: services.secrets },
      flush: () => services.events.flush(),
      close: async () => undefined,
      engine: {
        ...services.engine,
        // Each day: it goes away before the second one, twice.
        queryColumns: async (...question: Parameters<typeof services.engine.queryColumns>) => {
          if (++asked === 2 || asked === 3) throw away
          return services.engine.queryColumns(...question)
        },
      },
    })
    const [file, whole] = ['cut.ndjson', 'whole.ndjson'].map((name) => join(server.dataDir, name))
    await writeExport({ ...given, reach, file: String(file) })
    expect(said).toEqual([
      'Cut off: The events engine is not available just now. Continuing in 0.001 s.',
      'Cut off: The events engine is not available just now. Continuing in 0.001 s.',
    ])
    asked = 100
    await writeExport({ ...given, reach, file: String(whole) })
    // Except for the first section, whose checksum also covers when it was made.
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
    await using handle = await openToRead(String(file))
    await sendFile({ imports, site, ...given }, id, handle)
    expect([pieces, said.length]).toEqual([2, 3])
    expect((await services.imports.get(site, id)).bytes).toBe((await stat(String(file))).size)
    const forever = { get: imports.get, write: () => Promise.reject(away) }
    const other = await services.imports.create(site, { format: 'tributary', fileName: 'x' })
    const sending = sendFile({ imports: forever, site, ...given }, other.id, handle)
    await expect(sending).rejects.toThrow(away)
  })

  itInLongForm(
    'restores a backup into a folder that holds the secret and nothing else',
    async () => {
      const backup = join(server.dataDir, 'backup')
      const env = { DATA_DIR: server.dataDir, SECRET: server.services.config.secret }
      expect(await run(env, ['backup', backup])).toMatchObject({ code: 0 })
      const dataDir = join(server.dataDir, 'elsewhere')
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'secret'), env.SECRET)
      const { code, stderr } = await run({ DATA_DIR: dataDir }, ['restore', backup])
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('is not empty')])
      const { stdout } = await run({ DATA_DIR: dataDir }, ['site', 'list'])
      expect(stdout).toContain('shop.example')
    },
  )

  it('changes the secret of an installation, but never under a running server', async () => {
    const env = { DATA_DIR: server.dataDir }
    const words = ['secret', 'change', '--json']
    const refused = JSON.parse((await run(env, words)).stdout)
    expect(refused.error.message).toMatch(/Stop it, then run this again/)
    await server.restartWith(async () => {
      expect(JSON.parse((await run(env, words)).stdout)).toMatchObject({ changed: true })
      // The test's server gets its secret from its settings; this is what its file contains now.
      await rename(join(server.dataDir, 'secret'), join(server.dataDir, 'secret.new'))
    })
  })
})
