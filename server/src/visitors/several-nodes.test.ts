import { describe, expect, it } from 'vitest'
import { inLongForm } from '../test/long-form.ts'
import { hasPostgres } from '../test/processes/postgres.ts'
import { twoNodes } from '../test/two-nodes.ts'

describe.skipIf(!hasPostgres())('a visitor who is erased on one of two nodes', () => {
  const nodes = twoNodes()

  it('is not brought back by what the other one had accepted and inserts now', async () => {
    const [one, other] = nodes()
    const { key } = await one.aSite()
    for (const visitorId of inLongForm(['ana', 'ben', 'cleo'], ['ana'])) {
      const path = `/api/v1/visitor?visitorId=${visitorId}`
      const visit = (node: typeof one) => {
        const events = [{ type: 'pageview', visitorId, url: 'https://shop.example/' }]
        return node.request('POST', '/api/v1/events', { key, body: { events } })
      }
      await visit(one)
      expect(await one.request('GET', path, { key })).toMatchObject({ status: 200 })
      await visit(other)
      expect(await one.request('DELETE', path, { key })).toMatchObject({ status: 200 })
      // Usually before the other node knows.
      await other.services.events.flush()
    }
    const left = async () => {
      const body = { dateRange: '7d' }
      const reply = await one.request('POST', '/api/v1/visitors', { key, body })
      return (reply.body as { data: { rows: object[] } }).data.rows
    }
    await expect.poll(left, { timeout: 10_000 }).toEqual([])
  })
})
