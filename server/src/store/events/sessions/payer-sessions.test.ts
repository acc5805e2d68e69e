import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertPaymentEntries } from '../../../payments/queries/insert-payment-entries.ts'
import { anEvent } from '../../../test/an-event.ts'
import { startTestEngine, type TestEngine } from '../../../test/engine.ts'
import { inLongForm } from '../../../test/long-form.ts'
import { randomTraffic } from '../../../test/random-traffic.ts'
import { expectSessionsAgree } from '../../../test/sessions-agree.ts'
import { hourMs } from '../../../time/durations.ts'
import type { StoredEvent } from '../event.ts'
import { eventLine } from '../event-line.ts'
import { mergeMoney } from '../merge-money.ts'
import { migrateEvents } from '../migrate.ts'
import { erasePayers } from './payer-sessions.ts'
import { rebuildSessions } from './rebuild-sessions.ts'

let test: TestEngine
beforeAll(async () => {
  test = await startTestEngine({ withTables: true })
})
afterAll(() => test?.remove())

async function insert(events: readonly StoredEvent[], token: string = randomUUID()) {
  const lines = Buffer.from(events.map(eventLine).join(''))
  await test.engine.insertLines('events', lines, { deduplicationToken: token })
}

const visitors = ['ana', 'ben', 'cleo'] as const

/** A payment of one of them; its product changes nothing here. */
function pay(siteId: string, ...pathVisitorIds: string[]) {
  const [sample] = randomTraffic(siteId, { seed: 1, fromMs: 0, days: 1, visits: 8 }).entries
  if (sample === undefined) throw new Error('there is no sample of a payment')
  const [visitorId = ''] = pathVisitorIds
  const entry = { ...sample, paymentId: randomUUID(), visitorId, pathVisitorIds }
  return insertPaymentEntries(test.engine, [entry])
}

const merge = () => mergeMoney(test.engine, () => false)

async function sessionsOfPayers(site: string): Promise<number> {
  const [row] = await test.engine.query<{ n: number }>(
    'select toFloat64(count()) as n from payer_sessions final where site_id = {site:String}',
    { site },
  )
  return row?.n ?? 0
}

const step = fc.record({
  what: fc.constantFrom('visit', 'visit', 'visit', 'repeat', 'pay', 'pay', 'rebuild', 'merge'),
  visitor: fc.constantFrom(...visitors),
  hours: fc.integer({ min: 0, max: 400 }),
  source: fc.constantFrom('', 'google', 'newsletter'),
})

it('has every session of everybody who paid, in whatever order visits and payments came', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const siteId = randomUUID()
      const sent: { event: StoredEvent; token: string }[] = []
      for (const [index, { what, visitor, hours, source }] of steps.entries()) {
        const last = sent.at(-1)
        if (what === 'visit') {
          const touch = source === '' ? ('direct' as const) : ('source' as const)
          // A few sessions each, so that hits of one are separated.
          const about = {
            siteId,
            visitorId: visitor,
            sessionId: `s${hours % 3}`,
            path: `/${index}`,
          }
          const timestampMs = anEvent().timestampMs + hours * hourMs
          const event = anEvent({ ...about, timestampMs, source, touch })
          sent.push({ event, token: randomUUID() })
          await insert([event], sent.at(-1)?.token)
        } else if (what === 'repeat' && last) await insert([last.event], last.token)
        else if (what === 'pay') await pay(siteId, visitor)
        else if (what === 'merge') await merge()
        else if (what === 'rebuild') {
          const where = 'site_id = {site:String}'
          await rebuildSessions(test.engine, {
            ...{ where, params: { site: siteId }, isKnownToDiffer: true },
          })
        }
      }
      await expectSessionsAgree(test.engine)
    }),
    { numRuns: inLongForm(12, 5) },
  )
})

it('holds a session in one row after a merge', async () => {
  const siteId = randomUUID()
  await pay(siteId, 'ana')
  for (const sessionId of ['one', 'two', 'one', 'two']) {
    await insert([anEvent({ siteId, visitorId: 'ana', sessionId })])
  }
  // The engine leaves out what it is merging by itself.
  const rows = async () => {
    await merge()
    return test.engine.query(
      'select count() as n from payer_sessions where site_id = {site:String}',
      { site: siteId },
    )
  }
  await expect.poll(rows, { timeout: 10_000 }).toEqual([{ n: '2' }])
  expect(await sessionsOfPayers(siteId)).toBe(2)
})

it('has the sessions of a payer with more devices than are copied at once', async () => {
  const siteId = randomUUID()
  const devices = Array.from({ length: 1_101 }, (_, index) => `device-${index}`)
  await insert(devices.map((visitorId) => anEvent({ siteId, visitorId })))
  await pay(siteId, ...devices)
  expect(await sessionsOfPayers(siteId)).toBe(devices.length)
})

it('a repeated insert brings what a crash left out of the sessions of payers', async () => {
  const siteId = randomUUID()
  await pay(siteId, 'ana')
  const token = randomUUID()
  const visit = [anEvent({ siteId, visitorId: 'ana' })]
  await test.engine.command('drop table sessions_to_payer_sessions')
  await insert(visit, token)
  expect(await sessionsOfPayers(siteId)).toBe(0)
  await migrateEvents(test.engine)
  await insert(visit, token)
  expect(await sessionsOfPayers(siteId)).toBe(1)
  await expectSessionsAgree(test.engine)
})

it('somebody who was erased and pays again has their new visits', async () => {
  const siteId = randomUUID()
  const visit = [anEvent({ siteId, visitorId: 'ana' })]
  const ofSite = { where: 'site_id = {site:String}', params: { site: siteId } }
  for (let time = 0; time < 2; time++) {
    await insert(visit)
    await pay(siteId, 'ana')
    expect(await sessionsOfPayers(siteId)).toBe(1)
    await test.engine.command(`alter table events delete where ${ofSite.where}`, ofSite.params)
    await rebuildSessions(test.engine, ofSite)
    await erasePayers(test.engine, { siteId, visitorIds: ['ana'] })
    expect(await sessionsOfPayers(siteId)).toBe(0)
    const left = 'select 1 from payers where site_id = {site:String}'
    expect(await test.engine.query(left, { site: siteId })).toEqual([])
  }
})

it('a folder from before gets the sessions of its payers with the migration, once or twice', async () => {
  const siteId = randomUUID()
  await insert([anEvent({ siteId, visitorId: 'ana' }), anEvent({ siteId, visitorId: 'ben' })])
  await pay(siteId, 'ana')
  for (const table of ['payers', 'payer_sessions']) {
    await test.engine.command(`alter table ${table} delete where true`)
  }
  const file = new URL('../schema/2026-11-23-2-payer-sessions-fill.sql', import.meta.url)
  const statements = (await readFile(file, 'utf8')).split(';\n').slice(0, 2)
  for (const statement of [...statements, ...statements]) await test.engine.command(statement)
  expect(await sessionsOfPayers(siteId)).toBe(1)
  await expectSessionsAgree(test.engine)
})
