import type { Journeys } from '@tributary/contract/questions/journeys.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent } from '../test/an-event.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

describe('POST /api/v1/journeys', () => {
  it('counts a session id that is used again on another day as another visit', async () => {
    const { site, key } = await server.aSite()
    const at = (day: number, minute: number, path: string) =>
      anEvent({ siteId: site.id, timestampMs: Date.UTC(2026, 10, day, 12, minute), path })
    await server.services.events.append([
      ...[at(18, 0, '/'), at(18, 1, '/pricing')],
      ...[at(20, 0, '/'), at(20, 1, '/blog')],
    ])
    const body = { from: { page: '/' }, dateRange: ['2026-11-18', '2026-11-20'], depth: 1 }
    const answer = await server.request('POST', '/api/v1/journeys', { key, body })
    const { nodes } = (answer.body as { data: Journeys }).data
    expect(nodes.map(({ name, visits }) => ({ name, visits }))).toEqual([
      { name: '', visits: 2 },
      { name: '/blog', visits: 1 },
      { name: '/pricing', visits: 1 },
    ])
  })
})
