import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { anEvent } from '../../test/an-event.ts'
import { aFolder, silent } from '../../test/journal-folder.ts'
import { inLongForm } from '../../test/long-form.ts'
import { Backlog } from '../journal/backlog.ts'
import { segmentOf } from '../journal/segment.ts'
import { Subjects } from '../journal/subjects.ts'
import { type EmbeddedEngine, startEmbeddedEngine } from './embedded/embedded-engine.ts'
import { type EventStore, type EventStoreOptions, openEventStore } from './event-store.ts'
import { migrateEvents } from './migrate.ts'

let embedded: EmbeddedEngine
let removeData: () => Promise<void>
let sites = 0

beforeAll(async () => {
  const dataDir = await aFolder((remove) => {
    removeData = remove
  })
  embedded = await startEmbeddedEngine({ dataDir, logger: silent })
  await migrateEvents(embedded.engine)
})

afterAll(async () => {
  await embedded.stop()
  await removeData()
})

/** A store that ships only when a test asks for it. */
async function openStore(dir: string, limits: EventStoreOptions['limits'] = {}) {
  const { engine } = embedded
  return openEventStore({ dir, engine, logger: silent, shipEveryMs: 3_600_000, limits })
}

async function aStore(limits?: EventStoreOptions['limits']): Promise<EventStore> {
  const store = await openStore(await aFolder(onTestFinished), limits)
  onTestFinished(() => store.close())
  return store
}

async function storedPaths(siteId: string, visitorId: string): Promise<string[]> {
  const rows = await embedded.engine.query<{ path: string }>(
    'select path from events where site_id = {siteId:String} and visitor_id = {visitorId:String}',
    { siteId, visitorId },
  )
  return rows.map(({ path }) => path)
}

/** The first answer: while the engine is being restarted, requests are refused. */
async function whenBack<Answer>(ask: () => Promise<Answer>, attempts = 20): Promise<Answer> {
  return ask().catch((error) => {
    if (attempts === 0) throw error
    return whenBack(ask, attempts - 1)
  })
}

describe('flushing what is about one visitor or site', () => {
  it('ships what is about them, and waits for no others', async () => {
    const store = await aStore()
    const siteId = `site-${++sites}`
    await store.append([anEvent({ siteId, visitorId: 'ana', path: '/a' })])
    await store.flushOf(siteId, 'ben')
    await store.flushOf(`${siteId}-other`)
    expect(store.stats().shipped).toBe(0)
    await store.flushOf(siteId, 'ana')
    expect(await storedPaths(siteId, 'ana')).toEqual(['/a'])

    await store.append([anEvent({ siteId, visitorId: 'ana', path: '/b' })])
    await store.flushOf(siteId)
    expect(await storedPaths(siteId, 'ana')).toHaveLength(2)
  })

  it('knows a visitor by the id that the engine stores', async () => {
    const store = await aStore()
    const siteId = `site-${++sites}`
    await store.append([anEvent({ siteId, visitorId: 'a\0b\ud800', path: '/a' })])
    await store.flushOf(siteId, 'a\ufffdb\ufffd')
    expect(await storedPaths(siteId, 'a\ufffdb\ufffd')).toEqual(['/a'])
  })

  it('never misses an acknowledged event, whatever is appended and shipped meanwhile', async () => {
    const visit = fc.record({
      visitor: fc.integer({ min: 0, max: 3 }),
      events: fc.integer({ min: 1, max: 4 }),
      asksOf: fc.constantFrom('visitor' as const, 'site' as const, 'none' as const),
    })
    const clients = fc.array(fc.array(visit, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(clients, async (all) => {
        // Segments of about two events, so that some are full and others are sealed by a flush.
        const store = await openStore(await aFolder(onTestFinished), { segmentBytes: 600 })
        const siteId = `site-${++sites}`
        let made = 0
        const play = async (visits: (typeof all)[number]) => {
          for (const { visitor, events, asksOf } of visits) {
            const visitorId = `v${visitor}`
            const paths = Array.from({ length: events }, () => `/${++made}`)
            await store.append(paths.map((path) => anEvent({ siteId, visitorId, path })))
            if (asksOf === 'none') continue
            await store.flushOf(siteId, asksOf === 'visitor' ? visitorId : undefined)
            expect(await storedPaths(siteId, visitorId)).toEqual(expect.arrayContaining(paths))
          }
        }
        await Promise.all(all.map(play))
        await store.close()
      }),
      { numRuns: inLongForm(8, 4) },
    )
  })

  it('waits for everything that the process before left behind', async () => {
    const dir = await aFolder(onTestFinished)
    const siteId = `site-${++sites}`
    const before = await openStore(dir)
    await before.append([anEvent({ siteId, visitorId: 'ana', path: '/a' })])
    await before.close()
    const store = await openStore(dir)
    onTestFinished(() => store.close())
    await store.flushOf(siteId, 'ana')
    expect(await storedPaths(siteId, 'ana')).toEqual(['/a'])
  })

  it('keeps its promise when the engine is killed', async () => {
    const store = await aStore()
    const siteId = `site-${++sites}`
    for (let round = 0; round < 3; round++) {
      const path = `/${round}`
      await store.append([anEvent({ siteId, visitorId: 'ana', path })])
      const flushed = whenBack(() => store.flushOf(siteId, 'ana'))
      await new Promise((resolve) => setTimeout(resolve, round * 10))
      if (embedded.pid) process.kill(embedded.pid, 'SIGKILL')
      await flushed
      const stored = await whenBack(() => storedPaths(siteId, 'ana'))
      expect(stored).toHaveLength(round + 1)
    }
  })
})

it('a read during inserts has each acknowledged event once, whatever is shipped meanwhile', async () => {
  const clients = fc.array(
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  await fc.assert(
    fc.asyncProperty(clients, async (all) => {
      // Segments of about two events: many inserts begin and end while somebody reads.
      const store = await openStore(await aFolder(onTestFinished), { segmentBytes: 600 })
      const siteId = `site-${++sites}`
      let made = 0
      const play = async (appends: readonly number[], client: number) => {
        const visitorId = `v${client % 2}`
        const acknowledged: string[] = []
        for (const events of appends) {
          const paths = Array.from({ length: events }, () => `/${++made}`)
          await store.append(paths.map((path) => anEvent({ siteId, visitorId, path })))
          acknowledged.push(...paths)
          const about = { siteId, ...(client < 2 && { visitorId }) }
          const read = await store.readWithUnshipped(about, async (unshipped) => [
            ...(await storedPaths(siteId, visitorId)),
            ...unshipped.filter((event) => event.visitorId === visitorId).map(({ path }) => path),
          ])
          expect(read).toEqual(expect.arrayContaining(acknowledged))
          expect(new Set(read).size).toBe(read.length)
        }
      }
      await Promise.all(all.map(play))
      await store.close()
    }),
    { numRuns: inLongForm(8, 4) },
  )
})

it('a read of unshipped events returns nothing of a visitor erased meanwhile', async () => {
  const siteId = `site-${++sites}`
  const erased = new Set<string>()
  const store = await openEventStore({
    ...{ dir: await aFolder(onTestFinished), engine: embedded.engine, logger: silent },
    shipEveryMs: 3_600_000,
    erasures: {
      erasedMs: (_site, visitorId) => (erased.has(visitorId) ? Date.now() + 1_000 : undefined),
      ofSite: () => undefined,
      since: () => [],
    },
  })
  onTestFinished(() => store.close())
  await store.append([anEvent({ siteId, visitorId: 'ana', timestampMs: Date.now() })])
  const visitors = () =>
    store.readWithUnshipped({ siteId }, async (unshipped) => unshipped.map((one) => one.visitorId))
  expect(await visitors()).toEqual(['ana'])
  erased.add('ana')
  expect(await visitors()).toEqual([])
})

describe('visitors whose events segments in progress may hold', () => {
  const subjectsOf = (...visitorIds: string[]) => {
    const subjects = new Subjects()
    subjects.add(visitorIds.map((visitorId) => ({ siteId: 's', visitorId })))
    return subjects
  }
  const segment = (id: string) => segmentOf(id, 1, '0'.repeat(32))
  const first = segment('1700000000000-abcdef')

  it('are known for the parts of a segment, and forgotten with the last of them', () => {
    const backlog = new Backlog([])
    const pieces = [segment(`${first.id}.0`), segment(`${first.id}.1`)] as const
    backlog.add(first, subjectsOf('ana'))
    backlog.replace(first, ...pieces)
    expect([backlog.mayHold('s', 'ana'), backlog.mayHold('s', 'ben')]).toEqual([true, false])
    for (const piece of pieces) backlog.replace(piece)
    expect(backlog.mayHold('s', 'ana')).toBe(false)
  })

  it('may be about anybody in segments that were recovered, or put back', () => {
    expect(new Backlog([first]).mayHold('s', 'ben')).toBe(true)
    const backlog = new Backlog([])
    backlog.putBack([first])
    expect(backlog.mayHold('s', 'ben')).toBe(true)
  })

  it('may be about anybody where there are too many to remember', () => {
    const many = Array.from({ length: 20_001 }, (_, index) => `v${index}`)
    expect(subjectsOf(...many.slice(1)).mayHold('s', 'ben')).toBe(false)
    expect(subjectsOf(...many).mayHold('s', 'ben')).toBe(true)
    const backlog = new Backlog([])
    for (const index of [0, 1, 2, 3])
      backlog.add(segment(`170000000000${index}-abcdef`), subjectsOf('ana'))
    expect(backlog.mayHold('s', 'ben')).toBe(false)
    backlog.add(segment('1700000000004-abcdef'), subjectsOf('ana'))
    expect(backlog.mayHold('s', 'ben')).toBe(true)
  })
})
