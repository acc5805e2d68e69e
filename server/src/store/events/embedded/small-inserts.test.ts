import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anEvent } from '../../../test/an-event.ts'
import { startTestEngine, type TestEngine } from '../../../test/engine.ts'
import { eventLine } from '../event-line.ts'

let test: TestEngine
beforeAll(async () => {
  test = await startTestEngine({ withTables: true })
})
afterAll(() => test?.remove())

/** Page views of this many visitors, no two of which have anything in common. */
async function insert(visitors: number): Promise<void> {
  const lines = Array.from({ length: visitors }, () => {
    const [visitorId, campaign, content] = [randomUUID(), randomUUID(), randomUUID()]
    return eventLine(anEvent({ visitorId, sessionId: visitorId, campaign, content }))
  })
  const deduplicationToken = randomUUID()
  await test.engine.insertLines('events', Buffer.from(lines.join('')), { deduplicationToken })
}

it('inserts of few hits do not each rewrite what is stored', async () => {
  await insert(8_000)
  for (let n = 0; n < 30; n++) await insert(3)
  const [largest] = await test.engine.query<{ merges: number }>(
    `select toFloat64(argMax(level, rows)) as merges
    from system.parts where active and database = currentDatabase() and table = 'sessions'`,
  )
  expect(largest?.merges).toBeLessThan(10)
})
