import { describe, expect, it, vi } from 'vitest'
import { hasPostgres } from '../../test/processes/postgres.ts'
import type { TestServer } from '../../test/server.ts'
import { twoNodes } from '../../test/two-nodes.ts'
import { minuteMs } from '../../time/durations.ts'
import { noteLateHits } from '../late-hit-rows.ts'

const visitors = Array.from({ length: 8 }, (_, index) => `visitor-${index}`)

describe.skipIf(!hasPostgres())('visits whose hits come to two nodes', () => {
  const nodes = twoNodes()

  it('are one each, though both nodes begin them, and stay so', async () => {
    const [one, other] = nodes()
    placeAhead(one, other)
    const { key } = await one.aSite()
    const startMs = Date.now() - 50 * minuteMs
    // Neither node knows what the other accepts at the same moment, and no client sends a session id.
    const send = async (node: TestServer, atMs: number) => {
      const timestamp = new Date(atMs).toISOString()
      const events = visitors.map((visitorId) => {
        return { type: 'pageview', visitorId, timestamp, url: 'https://shop.example/' }
      })
      const reply = await node.request('POST', '/api/v1/events', { key, body: { events } })
      expect(reply.body).toMatchObject({ data: { accepted: visitors.length } })
    }
    const sessions = async () => {
      const body = { metrics: ['sessions', 'pageViews'], dateRange: '7d' }
      const { body: answer } = await one.request('POST', '/api/v1/query', { key, body })
      return (answer as { data: { totals: object } }).data.totals
    }
    // Visits are rebuilt three times, which takes a busy machine many seconds.
    const patience = { timeout: 60_000 }
    await Promise.all([send(one, startMs), send(other, startMs + minuteMs)])
    const all = { sessions: visitors.length, pageViews: 2 * visitors.length }
    await expect.poll(sessions, patience).toEqual(all)
    await send(other, startMs + 20 * minuteMs)
    await expect.poll(sessions, patience).toEqual({ ...all, pageViews: 3 * visitors.length })
  })
})

/** Makes a node rebuild what the other one records before that one gets to it. */
function placeAhead(node: TestServer, other: TestServer): void {
  const { control } = other.services
  const run = control.run.bind(control)
  vi.spyOn(control, 'run').mockImplementation(async (command, input) => {
    const answer = await run(command, input)
    if (Object.is(command, noteLateHits)) await node.services.collector.placeLateHits()
    return answer
  })
}
