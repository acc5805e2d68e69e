import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { mergeMoney } from './merge-money.ts'

let test: TestEngine
beforeAll(async () => {
  test = await startTestEngine({ withTables: true })
})
afterAll(() => test?.remove())

const site = randomUUID()

/** Entries of this many payments from `first` on. */
async function insert(first: number, count: number): Promise<void> {
  await test.engine.command(
    `insert into payment_entries (site_id, payment_id, entry_id, version, amount_minor)
    select {site:String}, toString(number), 'e', 1, 100 from numbers({first:UInt32}, {count:UInt32})`,
    { site, first, count },
  )
}

async function parts(): Promise<number> {
  const [row] = await test.engine.query<{ parts: number }>(
    "select toFloat64(count()) as parts from system.parts where active and table = 'payment_entries'",
  )
  return row?.parts ?? 0
}

async function revenue(): Promise<number> {
  const [row] = await test.engine.query<{ minor: number }>(
    'select toFloat64(sum(amount_minor)) as minor from payment_entries final where site_id = {site:String}',
    { site },
  )
  return row?.minor ?? 0
}

it('payments are merged into one part when many came, and are the same; a few more are not', async () => {
  await insert(0, 100)
  await insert(50, 100)
  await mergeMoney(test.engine, () => false)
  expect([await parts(), await revenue()]).toEqual([1, 15_000])
  await insert(150, 2)
  expect(await mergeMoney(test.engine, () => false)).toBe(0)
  expect(await revenue()).toBe(15_200)
  await insert(152, 20)
  expect(await mergeMoney(test.engine, () => true)).toBe(0)
  await mergeMoney(test.engine, () => false)
  expect([await parts(), await revenue()]).toEqual([1, 17_200])
})
