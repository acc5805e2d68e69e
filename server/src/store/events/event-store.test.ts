import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { anEvent } from '../../test/an-event.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { aFolder, silent } from '../../test/journal-folder.ts'
import { itInLongForm } from '../../test/long-form.ts'
import { shippedInTheEnd } from '../../test/shipped-in-the-end.ts'
import { withCheck } from '../journal/line-check.ts'
import { startEmbeddedEngine } from './embedded/embedded-engine.ts'
import type { Engine } from './engine.ts'
import type { StoredEvent } from './event.ts'
import { eventLine } from './event-line.ts'
import { type EventStore, type EventStoreOptions, openEventStore } from './event-store.ts'
import { migrateEvents } from './migrate.ts'

let embedded: TestEngine
let sites = 0

beforeAll(async () => {
  embedded = await startTestEngine({ withTables: true })
})

afterAll(() => embedded?.remove())

async function aStore(
  dir?: string,
  options: Partial<EventStoreOptions> = {},
): Promise<{ store: EventStore; dir: string; siteId: string }> {
  const place = dir ?? (await aFolder(onTestFinished))
  // Never ships by itself unless a test asks: the test controls what reaches the engine.
  const store = await openEventStore({
    dir: place,
    engine: embedded.engine,
    logger: silent,
    shipEveryMs: 3_600_000,
    ...options,
  })
  onTestFinished(() => store.close())
  return { store, dir: place, siteId: `site-${++sites}` }
}

async function storedPaths(siteId: string): Promise<string[]> {
  const rows = await embedded.engine.query<{ path: string }>(
    'select path from events where site_id = {siteId:String} order by path',
    { siteId },
  )
  return rows.map(({ path }) => path)
}

function segmentsIn(dir: string): string[] {
  return readdirSync(dir).filter((name) => name.endsWith('.sealed'))
}

describe('an event on its way', () => {
  it('arrives with every field as it was', async () => {
    const { store, siteId } = await aStore()
    const full: StoredEvent = anEvent({
      siteId,
      timestampMs: Date.UTC(2024, 1, 29, 23, 59, 59, 987),
      receivedMs: Date.UTC(2026, 10, 20, 1, 2, 3, 4),
      kind: 'goal',
      origin: 'batch',
      path: '/ü/"quoted"\\/\n😀',
      query: 'q=1',
      title: 'Zwölf\tBoxkämpfer',
      name: 'signup',
      value: -12.25,
      properties: '{"plan":"pro","n":[1,2]}',
      engagedMs: 4_294_967_295,
      touch: 'continuation',
      referrer: 'https://news.example/a',
      referrerHost: 'news.example',
      source: 'news',
      medium: 'referral',
      campaign: 'c',
      term: 't',
      content: 'k',
      channel: 'referral',
      clickId: 'gclid',
      osVersion: '1',
      region: 'Skåne',
      city: 'Malmö',
      screenWidth: 65_535,
    })
    await store.append([full])
    await store.flush()
    const [row] = await embedded.engine.query<Record<string, unknown>>(
      `select *, toUnixTimestamp64Milli(timestamp) as ms, toUnixTimestamp(received_at) as received
       from events where site_id = {siteId:String}`,
      { siteId },
    )
    const { timestampMs, receivedMs, ...fields } = full
    expect(row).toMatchObject({ ms: String(timestampMs), received: Math.floor(receivedMs / 1000) })
    for (const [field, value] of Object.entries(fields)) {
      const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      expect([column, row?.[column]]).toEqual([column, value])
    }
  })

  it('arrives with its defaults when most fields are empty', async () => {
    const { store, siteId } = await aStore()
    await store.append([anEvent({ siteId, touch: 'internal', screenWidth: 0, value: null })])
    await store.append([anEvent({ siteId, touch: 'internal', screenWidth: 0, value: 0 })])
    await store.flush()
    const rows = await embedded.engine.query(
      `select kind, origin, touch, screen_width, value, title from events
       where site_id = {siteId:String} order by value`,
      { siteId },
    )
    const defaults = { kind: 'pageview', origin: 'browser', touch: 'internal', screen_width: 0 }
    expect(rows).toEqual([
      { ...defaults, value: 0, title: '' },
      { ...defaults, value: null, title: '' },
    ])
  })

  it('is repaired when its text or numbers are invalid', async () => {
    const { store, siteId } = await aStore()
    const broken = { title: 'half \ud83d', path: '/\0nul', screenWidth: 70_000, engagedMs: -5.5 }
    await store.append([
      anEvent({ siteId, ...broken, value: Number.POSITIVE_INFINITY, timestampMs: Number.NaN }),
    ])
    await store.flush()
    const rows = await embedded.engine.query(
      `select title, path, screen_width, engaged_ms, value, toUnixTimestamp(timestamp) as at
       from events where site_id = {siteId:String}`,
      { siteId },
    )
    expect(rows).toEqual([
      {
        title: 'half \ufffd',
        path: '/\ufffdnul',
        screen_width: 65_535,
        engaged_ms: 0,
        value: null,
        at: 0,
      },
    ])
    expect(store.stats().deadLetters).toBe(0)
  })

  it('begins its line with the site and the time, and leaves out empty fields', () => {
    const line = eventLine(anEvent({ siteId: 'abc', timestampMs: 1_763_640_000_123 }))
    expect(line).toMatch(/^\{"site_id":"abc","timestamp":1763640000123,/)
    expect(line).toMatch(/,"_c":"[0-9a-f]{8}"\}\n$/)
    expect(line).not.toContain('"title"')
  })
})

describe('flushing', () => {
  it('brings everything acknowledged before it into the engine, for every caller', async () => {
    const { store, siteId } = await aStore()
    const seen = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const path = `/${n}`
        await store.append([anEvent({ siteId, path })])
        await store.flush()
        return (await storedPaths(siteId)).includes(path)
      }),
    )
    expect(seen).toEqual(Array(40).fill(true))
    expect(store.stats()).toMatchObject({ appended: 40, shipped: 40, backlogBytes: 0 })
  })

  it('makes few inserts of many calls, and none when there is nothing new', async () => {
    const { store, siteId, dir } = await aStore()
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => store.append([anEvent({ siteId, path: `/${n}` })])),
    )
    await Promise.all(Array.from({ length: 30 }, () => store.flush()))
    for (let n = 0; n < 1000; n++) await store.flush()
    const [parts] = await embedded.engine.query<{ n: string }>(
      `select uniqExact(_part) as n from events where site_id = {siteId:String}`,
      { siteId },
    )
    expect(Number(parts?.n)).toBeLessThanOrEqual(2)
    expect(segmentsIn(dir)).toEqual([])
  })

  it('waits for the insert in progress, and for no hits that arrive after the call', async () => {
    const siteId = `site-${++sites}`
    const begun = Promise.withResolvers<void>()
    const allowed = Promise.withResolvers<void>()
    const insertLines: Engine['insertLines'] = async (...insert) => {
      begun.resolve()
      await allowed.promise
      return embedded.engine.insertLines(...insert)
    }
    const engine = { ...embedded.engine, insertLines }
    const { store } = await aStore(undefined, { engine })
    await store.append([anEvent({ siteId, path: '/before' })])
    const flushes = [store.flush()]
    await begun.promise
    flushes.push(store.flushOf(siteId), store.flush())
    await store.append([anEvent({ siteId, path: '/after' })])
    allowed.resolve()
    await Promise.all(flushes)
    expect(await storedPaths(siteId)).toEqual(['/before'])
  })

  it('is refused while the engine is down, and what was stored arrives afterwards', async () => {
    const dataDir = await aFolder(onTestFinished)
    const other = await startEmbeddedEngine({ dataDir, logger: silent })
    await migrateEvents(other.engine)
    const dir = await aFolder(onTestFinished)
    const options = { dir, logger: silent, flushPatienceMs: 300 }
    const store = await openEventStore({ ...options, engine: other.engine })
    await other.stop()
    await store.append([anEvent({ path: '/stored' })])
    await expect(store.flush()).rejects.toMatchObject({ kind: 'unavailable' })
    await store.append([anEvent({ path: '/stored too' })])
    await store.close()

    const revived = await startEmbeddedEngine({ dataDir, logger: silent })
    onTestFinished(() => revived.stop())
    const again = await openEventStore({ ...options, engine: revived.engine })
    await again.flush()
    expect(await revived.engine.query('select path from events order by path')).toEqual([
      { path: '/stored' },
      { path: '/stored too' },
    ])
    await again.close()
  })

  it('runs by itself after a while', async () => {
    const dir = await aFolder(onTestFinished)
    const siteId = `site-${++sites}`
    const engine = embedded.engine
    const store = await openEventStore({ dir, engine, logger: silent, shipEveryMs: 50 })
    await store.append([anEvent({ siteId, path: '/soon' })])
    await expect.poll(() => storedPaths(siteId)).toEqual(['/soon'])
    await store.close()
  })

  it('waits longer while there are few of them, unless somebody asks', async () => {
    const other = await aStore(undefined, { shipEveryMs: 50 })
    const patient = { shipEveryMs: 50, shipFewEveryMs: 3_600_000 }
    const { store, siteId } = await aStore(undefined, patient)
    await store.append([anEvent({ siteId, path: '/first' })])
    await expect.poll(() => storedPaths(siteId)).toEqual(['/first'])
    await store.append([anEvent({ siteId, path: '/few' })])
    for (const path of ['/a', '/b', '/c']) {
      await other.store.append([anEvent({ siteId: other.siteId, path })])
      await expect.poll(() => storedPaths(other.siteId)).toContain(path)
    }
    expect(await storedPaths(siteId)).toEqual(['/first'])
    await store.flush()
    expect(await storedPaths(siteId)).toEqual(['/few', '/first'])
    await store.append(Array.from({ length: 8_000 }, () => anEvent({ siteId })))
    await expect.poll(() => storedPaths(siteId)).toHaveLength(8_002)
  })
})

describe('nothing twice', () => {
  it('stores a segment once when the process died between the insert and the removal', async () => {
    const { store, dir, siteId } = await aStore()
    const events = Array.from({ length: 100 }, (_, n) => anEvent({ siteId, path: `/${n}` }))
    // Two months: two parts, each of which the engine must recognise.
    await store.append([...events, anEvent({ siteId, path: '/old', timestampMs: 0 })])
    await store.close()
    const before = await aFolder(onTestFinished)
    cpSync(dir, join(before, 'journal'), { recursive: true })
    for (const place of [dir, join(before, 'journal')]) {
      const { store: next } = await aStore(place)
      await next.flush()
      await next.close()
    }
    expect(await storedPaths(siteId)).toHaveLength(101)
  })

  it('stores each event once when the engine is killed while events are shipped', async () => {
    const { store, siteId } = await aStore()
    for (let round = 0; round < 4; round++) {
      const events = Array.from({ length: 3000 }, (_, n) =>
        anEvent({ siteId, path: `/${round}/${n}` }),
      )
      await store.append(events)
      const flushed = shippedInTheEnd(store)
      await new Promise((resolve) => setTimeout(resolve, round * 15))
      if (embedded.pid) process.kill(embedded.pid, 'SIGKILL')
      await flushed
    }
    const paths = await storedPaths(siteId)
    expect(paths).toHaveLength(12_000)
    expect(new Set(paths).size).toBe(12_000)
  })
})

it('refuses when too much waits for the engine and accepts again when that is shipped', async () => {
  const dir = await aFolder(onTestFinished)
  const siteId = `site-${++sites}`
  const limits = { backlogBytes: 2000 }
  const options = { dir, engine: embedded.engine, logger: silent, shipEveryMs: 3_600_000 }
  const store = await openEventStore({ ...options, limits })
  onTestFinished(() => store.close())
  let accepted = 0
  const append = () =>
    store.append([anEvent({ siteId, path: `/${accepted}` })]).then(() => accepted++)
  const fill = async () => {
    for (let n = 0; n < 20; n++) await append()
  }
  await expect(fill()).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 })
  expect(accepted).toBeGreaterThan(0)
  await store.flush()
  await append()
  await store.flush()
  expect(await storedPaths(siteId)).toHaveLength(accepted)
  expect(store.stats().refused).toBe(1)
})

describe('a row that the engine refuses', () => {
  /** Writes raw lines into a journal, as a future version or a bug might. */
  async function journalWith(lines: string[]): Promise<string> {
    const dir = await aFolder(onTestFinished)
    writeFileSync(join(dir, '1700000000000-abcdef.open'), lines.join(''))
    return dir
  }

  const poison = (siteId: string, path: string) =>
    withCheck(`{"site_id":"${siteId}","timestamp":1,"kind":"no such kind","path":"${path}",`)

  it('is quarantined with the reason while its neighbours are stored', async () => {
    const siteId = `site-${++sites}`
    const good = Array.from({ length: 50 }, (_, n) => eventLine(anEvent({ siteId, path: `/${n}` })))
    const lines = [
      poison(siteId, '/first'),
      ...good.slice(0, 20),
      poison(siteId, '/middle'),
      ...good.slice(20),
      poison(siteId, '/last'),
    ]
    const { store, dir } = await aStore(await journalWith(lines))
    await store.flush()
    expect(await storedPaths(siteId)).toHaveLength(50)
    expect(store.stats()).toMatchObject({ shipped: 50, deadLetters: 3, backlogBytes: 0 })
    const entries = readdirSync(join(dir, 'dead-letters'))
      .map((name) => readFileSync(join(dir, 'dead-letters', name), 'utf8'))
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.map(({ line }) => JSON.parse(line).path)).toEqual(['/first', '/middle', '/last'])
    expect(entries[0].reason).toContain('no such kind')
    expect(segmentsIn(dir)).toEqual([])
  })

  it('does not hold up what comes after it', async () => {
    const siteId = `site-${++sites}`
    const { store } = await aStore(await journalWith([poison(siteId, '/only')]))
    await store.append([anEvent({ siteId, path: '/after' })])
    await store.flush()
    expect(await storedPaths(siteId)).toEqual(['/after'])
  })
})

describe('an unexplained refusal', () => {
  /** The engine's code for a broken constraint, 469, does not blame the rows. */
  async function refuse(condition: string) {
    const { engine } = embedded
    await engine.command(`alter table events add constraint odd check ${condition}`)
    let isOver = false
    const end = async () => {
      if (!isOver) await engine.command('alter table events drop constraint odd')
      isOver = true
    }
    onTestFinished(end)
    return end
  }

  it('quarantines the cause, stores the rest and what comes later, and tries again', async () => {
    const { store, dir, siteId } = await aStore()
    const relent = await refuse("path not like '/odd%'")
    const good = Array.from({ length: 40 }, (_, n) => anEvent({ siteId, path: `/${n}` }))
    await store.append([anEvent({ siteId, path: '/odd/first' }), ...good])
    await store.append([anEvent({ siteId, path: '/odd/last' })])
    await shippedInTheEnd(store)
    expect(await storedPaths(siteId)).toHaveLength(40)
    expect(store.stats()).toMatchObject({ deadLetters: 2, quarantined: 2, backlogBytes: 0 })
    await store.append([anEvent({ siteId, path: '/later' })])
    await shippedInTheEnd(store)
    expect(await storedPaths(siteId)).toHaveLength(41)

    // A crash after they were shipped again, and before the dead letters were removed.
    const folder = join(dir, 'dead-letters')
    const before = await aFolder(onTestFinished)
    cpSync(folder, before, { recursive: true })
    await relent()
    expect(await store.retryDeadLetters('unexplained')).toBe(2)
    await shippedInTheEnd(store)
    await store.close()
    cpSync(before, folder, { recursive: true })
    const { store: next } = await aStore(dir)
    await expect.poll(() => next.stats().quarantined).toBe(0)
    await shippedInTheEnd(next)
    expect(await storedPaths(siteId)).toHaveLength(43)
    expect(new Set(await storedPaths(siteId)).size).toBe(43)
  })

  itInLongForm('splits nothing while the engine accepts no insert at all', async () => {
    const dataDir = await aFolder(onTestFinished)
    const other = await startEmbeddedEngine({ dataDir, logger: silent })
    onTestFinished(() => other.stop())
    await migrateEvents(other.engine)
    await other.engine.command('rename table events to events_away')
    const dir = await aFolder(onTestFinished)
    // Longer than the retries after which a segment is considered at fault.
    const patience = { flushPatienceMs: 2_500 }
    const store = await openEventStore({ dir, engine: other.engine, logger: silent, ...patience })
    onTestFinished(() => store.close())
    await store.append([anEvent({ path: '/a' }), anEvent({ path: '/b' })])
    await expect(store.flush()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(segmentsIn(dir)).toHaveLength(1)
    await other.engine.command('rename table events_away to events')
    await store.flush()
    expect(await other.engine.query('select path from events order by path')).toHaveLength(2)
    expect(store.stats()).toMatchObject({ quarantined: 0, backlogBytes: 0 })
  })

  itInLongForm('readers in an outage leave one insert for later, not one each', async () => {
    const dataDir = await aFolder(onTestFinished)
    const other = await startEmbeddedEngine({ dataDir, logger: silent })
    await migrateEvents(other.engine)
    await other.stop()
    const dir = await aFolder(onTestFinished)
    const options = { dir, engine: other.engine, logger: silent, flushPatienceMs: 50 }
    const store = await openEventStore(options)
    onTestFinished(() => store.close())
    for (let n = 0; n < 20; n++) {
      await store.append([anEvent({ path: `/${n}` })])
      await expect(store.flush()).rejects.toMatchObject({ kind: 'unavailable' })
    }
    expect(segmentsIn(dir)).toHaveLength(1)
  })
})

it('stores the rest of a segment that was damaged on disk after it was sealed', async () => {
  const { store, dir, siteId } = await aStore()
  await store.append(Array.from({ length: 9 }, (_, n) => anEvent({ siteId, path: `/${n}` })))
  await store.close()
  const [name = ''] = segmentsIn(dir)
  const bytes = readFileSync(join(dir, name))
  bytes[bytes.indexOf('"/4"') + 1] = 0x58
  writeFileSync(join(dir, name), bytes)
  const { store: next } = await aStore(dir)
  await next.flush()
  expect(await storedPaths(siteId)).toEqual(['/0', '/1', '/2', '/3', '/5', '/6', '/7', '/8'])
  expect(next.stats()).toMatchObject({ shipped: 8, deadLetters: 1, backlogBytes: 0 })
})

describe.skipIf(process.platform !== 'linux')('an unreadable file', () => {
  /** Linux answers EIO when this is read. */
  const unreadable = '/proc/self/mem'

  async function aFailing(kind: '.open' | '.sealed') {
    const { store, dir, siteId } = await aStore()
    await store.append([anEvent({ siteId, path: '/there' })])
    if (kind === '.sealed') await store.close()
    const name = readdirSync(dir).find((file) => file.endsWith(kind)) ?? ''
    const good = readFileSync(join(dir, name))
    if (kind === '.open') await store.close()
    for (const sealed of segmentsIn(dir)) renameSync(join(dir, sealed), join(dir, '..away'))
    symlinkSync(unreadable, join(dir, name))
    const repair = () => {
      renameSync(join(dir, `${name}.unreadable`), join(dir, '..bad'))
      writeFileSync(join(dir, `${name}.unreadable`), good)
    }
    return { dir, siteId, repair }
  }

  it.each(['.open', '.sealed'] as const)(
    'delays reads only briefly, is reported, and is shipped once it can be read (%s)',
    async (kind) => {
      const { dir, siteId, repair } = await aFailing(kind)
      const { store: next } = await aStore(dir, { readAgainEveryMs: 50, flushPatienceMs: 500 })
      // While the error may be temporary, a read would lack it: refused, not answered.
      if (kind === '.sealed') await expect(next.flush()).rejects.toThrow('not available')
      await next.append([anEvent({ siteId, path: '/after' })])
      await expect.poll(() => next.stats().quarantined).toBe(1)
      await next.flush()
      expect(await storedPaths(siteId)).toEqual(['/after'])
      repair()
      await expect.poll(() => next.stats().quarantined).toBe(0)
      await next.flush()
      expect(await storedPaths(siteId)).toEqual(['/after', '/there'])
      expect(readdirSync(dir).filter((name) => name.endsWith('.unreadable'))).toEqual([])
    },
  )

  it('in the dead letters counts as one, and does not prevent a start', async () => {
    const { store, dir } = await aStore()
    await store.close()
    symlinkSync(unreadable, join(dir, 'dead-letters', '2026-01-01.jsonl'))
    const { store: next } = await aStore(dir)
    expect(next.stats().quarantined).toBe(1)
  })
})
