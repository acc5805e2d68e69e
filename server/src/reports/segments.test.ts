import type { AppSegment, NewAppSegment } from '@tributary/contract/app-segment.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostSegments } from '../store/control/segments/segment-rows.ts'
import { aPerson, signedOut } from '../test/a-person.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { addSegment, listSegments, removeSegment } from './segments.ts'

const input: NewAppSegment = {
  name: ' People from the letter ',
  filters: [
    ['is', 'source', ['letter', "o'brien; drop table segments; --"]],
    ['is_not', 'country', ['DE']],
  ],
}

describeOnControlStores('segments', (stores) => {
  it('are saved by name and removed, separately for each site', async () => {
    const control = await stores.open()
    const made = await addSegment(control, 'site_a', { input, nowMs: 1 })
    await addSegment(control, 'site_b', { input, nowMs: 1 })
    const name = 'People from the letter'
    expect(made).toEqual({ ...input, id: expect.stringMatching(/^seg_/), name })
    const first = await addSegment(control, 'site_a', { input: { ...input, name: 'A' }, nowMs: 2 })
    expect(await listSegments(control, 'site_a')).toEqual([first, made])
    await expect(addSegment(control, 'site_a', { input, nowMs: 3 })).rejects.toThrow('already')
    await expect(removeSegment(control, 'site_b', made.id)).rejects.toThrow('Segment not found')
    await removeSegment(control, 'site_a', made.id)
    expect(await listSegments(control, 'site_a')).toEqual([first])
    expect(await listSegments(control, 'site_b')).toHaveLength(1)
  })

  it('are refused when a site has too many', async () => {
    const control = await stores.open()
    const rows = Array.from({ length: mostSegments }, (_, index) => ({
      ...{ id: `seg_${index}`, site_id: 'site_a', name: `${index}` },
      ...{ filters: JSON.stringify(input.filters), created_ms: 1 },
    }))
    await control.db.insertInto('segments').values(rows).execute()
    await expect(addSegment(control, 'site_a', { input, nowMs: 1 })).rejects.toThrow('at most 100')
  })
})

describe('/api/app/sites/:siteId/segments', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())

  it('lets a viewer read and an admin change, and takes only filters that a question takes', async () => {
    const siteId = (await server.aSite()).site.id
    const path = `/api/app/sites/${siteId}/segments`
    const viewer = await aPerson(server.services, { role: 'viewer', siteId })
    const headers = await aPerson(server.services, { role: 'admin', siteId })
    const made = await server.request('POST', path, { headers, body: input })
    const { segment } = (made.body as { data: { segment: AppSegment } }).data
    const listed = await server.request('GET', path, { headers: viewer })
    expect(listed.body).toMatchObject({ data: { segments: [segment] } })
    const one = `${path}/${segment.id}`
    for (const [method, address, body] of [
      ['POST', path, input],
      ['DELETE', one, undefined],
    ] as const) {
      const asked = { ...(body && { body }) }
      const statuses = [viewer, signedOut].map(async (who) => {
        return (await server.request(method, address, { ...asked, headers: who })).status
      })
      expect(await Promise.all(statuses)).toEqual([403, 401])
    }
    for (const [body, message] of [
      [{ ...input, filters: [] }, 'filters'],
      [{ ...input, filters: [['is', 'password', ['x']]] }, 'dimension must be of channel'],
      [{ ...input, filters: [['or']] }, 'filters must be of the form'],
      [{ filters: input.filters }, 'name'],
    ] as const) {
      expect(await server.request('POST', path, { headers, body })).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining(message) } },
      })
    }
    expect((await server.request('POST', path, { headers, body: input })).status).toBe(409)
    expect((await server.request('DELETE', one, { headers })).status).toBe(200)
    expect((await server.request('DELETE', one, { headers })).status).toBe(404)
  })
})
