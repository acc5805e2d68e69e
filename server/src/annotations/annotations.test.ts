import type { Annotation } from '@tributary/contract/annotations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'
import { aPerson } from '../test/a-person.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { mostAnnotations } from './annotation-rows.ts'
import { listAnnotations, removeAnnotation, saveNote } from './manage-annotations.ts'

describeOnControlStores('annotations', (stores) => {
  const site = { id: 'site_a', timezone: 'America/New_York' }
  const nowMs = Date.UTC(2026, 10, 20, 12)

  it('are listed by when they were in the zone of the site, the latest first', async () => {
    const control = await stores.open()
    const note = (id: string, at: string, until?: string) =>
      saveNote(control, site, { id, nowMs, input: { at, text: id, ...(until && { until }) } })
    await note('day', '2026-11-02')
    // Half past eight in the evening of 1 November in New York.
    await note('evening', '2026-11-02T01:30:00Z')
    await note('long', '2026-10-01', '2026-11-01')
    const all = await listAnnotations(control, site, {})
    expect(all.map(({ annotationId, day, lastDay }) => [annotationId, day, lastDay])).toEqual([
      ['day', '2026-11-02', '2026-11-02'],
      ['evening', '2026-11-01', '2026-11-01'],
      ['long', '2026-10-01', '2026-11-01'],
    ])
    const ids = async (days: { from?: string; to?: string }) =>
      (await listAnnotations(control, site, days)).map(({ annotationId }) => annotationId)
    expect(await ids({ from: '2026-11-02' })).toEqual(['day'])
    expect(await ids({ from: '2026-11-01', to: '2026-11-01' })).toEqual(['evening', 'long'])
    expect(await ids({ to: '2026-09-30' })).toEqual([])
  })

  it('take the place of what had their id, and of nothing on another site', async () => {
    const control = await stores.open()
    const input = { at: '2026-11-02', text: 'Launch', link: 'https://shop.example/a' }
    const other = { ...site, id: 'site_b' }
    await saveNote(control, site, { id: 'r1', input, nowMs })
    await saveNote(control, other, { id: 'r1', input, nowMs })
    const plain = { at: '2026-11-03', text: 'Later' }
    expect(await saveNote(control, site, { id: 'r1', input: plain, nowMs })).toMatchObject({
      at: '2026-11-03',
      text: 'Later',
      link: null,
    })
    expect(await removeAnnotation(control, other, 'r1')).toMatchObject({ text: 'Launch' })
    await expect(removeAnnotation(control, other, 'r1')).rejects.toThrow('Annotation not found')
    expect(await listAnnotations(control, site, {})).toHaveLength(1)
  })

  it('are refused when a site has too many, and may still be changed then', async () => {
    const control = await stores.open()
    const rows = Array.from({ length: mostAnnotations }, (_, index) => ({
      site_id: site.id,
      id: `n${index}`,
      at: '2026-11-02',
      until: null,
      text: 'x',
      kind: 'note' as const,
      link: null,
      created_ms: 1,
      updated_ms: 1,
    }))
    for (let start = 0; start < rows.length; start += 500) {
      await control.db
        .insertInto('annotations')
        .values(rows.slice(start, start + 500))
        .execute()
    }
    const input = { at: '2026-11-02', text: 'one more' }
    await expect(saveNote(control, site, { input, nowMs })).rejects.toThrow('at most 2000')
    expect(await saveNote(control, site, { id: 'n7', input, nowMs })).toMatchObject(input)
  })
})

describe('/api/v1/annotations', () => {
  let server: TestServer
  let site: Site
  let key: string

  beforeAll(async () => {
    server = await startTestServer()
    ;({ site, key } = await server.aSite())
  })
  afterAll(() => server.close())

  const path = '/api/v1/annotations'
  const ask = (method: string, address: string, body?: unknown) =>
    server.request(method, address, { key, ...(body !== undefined && { body }) })
  const dataOf = (reply: { body: unknown }) => (reply.body as { data: unknown }).data

  it('200 adds, replaces, lists and deletes', async () => {
    const added = await ask('POST', path, { at: '2026-11-02', text: ' New prices ' })
    const { annotation } = dataOf(added) as { annotation: Annotation }
    expect(annotation).toEqual({
      annotationId: expect.stringMatching(/^note_[0-9A-Za-z]{12}$/),
      at: '2026-11-02',
      until: null,
      day: '2026-11-02',
      lastDay: '2026-11-02',
      text: 'New prices',
      kind: 'note',
      link: null,
    })
    const one = `${path}?annotationId=${annotation.annotationId}`
    const changed = { at: '2026-11-03T10:00:00+01:00', until: '2026-11-04', text: 'Down' }
    const replaced = dataOf(await ask('PUT', one, { ...changed, kind: 'outage' }))
    const now = {
      ...annotation,
      at: '2026-11-03T09:00:00.000Z',
      until: '2026-11-04',
      day: '2026-11-03',
      lastDay: '2026-11-04',
      text: 'Down',
      kind: 'outage',
    }
    expect(replaced).toEqual({ annotation: now })
    expect(dataOf(await ask('GET', path))).toEqual({ annotations: [now] })
    expect(dataOf(await ask('DELETE', one))).toEqual({ annotation: now })
    expect((await ask('DELETE', one)).status).toBe(404)
  })

  it.each([
    ['no text', { at: '2026-11-02' }, 'at and text are required'],
    ['a blank text', { at: '2026-11-02', text: ' ' }, 'at and text are required'],
    [
      'no calendar day',
      { at: '2026-02-30', text: 'x' },
      'at must be a day such as 2026-11-20 or an ISO 8601 time such as 2026-11-20T09:30:00Z',
    ],
    [
      'a year that no time zone has, which no list could show',
      { at: '0000-01-01', text: 'x' },
      'at must be a day such as 2026-11-20 or an ISO 8601 time such as 2026-11-20T09:30:00Z',
    ],
    [
      'an end before its beginning',
      { at: '2026-11-02', until: '2026-11-01', text: 'x' },
      'until must not be before at',
    ],
    [
      'a link that runs a script',
      { at: '2026-11-02', text: 'x', link: 'javascript:alert(1)' },
      'link must be an http or https address',
    ],
    [
      'another kind',
      { at: '2026-11-02', text: 'x', kind: 'party' },
      'kind must be one of note, launch, price-change, campaign, outage',
    ],
    [
      'a long text',
      { at: '2026-11-02', text: 'x'.repeat(501) },
      'text must be at most 500 characters',
    ],
  ])('400 for %s', async (_case, body, message) => {
    expect(await ask('POST', path, body)).toMatchObject({
      status: 400,
      body: { status: 'error', error: { code: 400, message } },
    })
  })

  it('400 for an id with markup', async () => {
    const reply = await ask('PUT', `${path}?annotationId=${encodeURIComponent('<b>')}`, {
      at: '2026-11-02',
      text: 'x',
    })
    expect(reply.status).toBe(400)
  })

  it('lets a viewer read and only an admin write', async () => {
    const address = `${path}?siteId=${site.id}`
    const body = { at: '2026-11-02', text: 'x' }
    const viewer = await aPerson(server.services, { role: 'viewer', siteId: site.id })
    const admin = await aPerson(server.services, { role: 'admin', siteId: site.id })
    expect((await server.request('GET', address, { headers: viewer })).status).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const given = { headers: viewer, ...(method !== 'DELETE' && { body }) }
      expect([method, (await server.request(method, address, given)).status]).toEqual([method, 403])
    }
    expect((await server.request('POST', address, { headers: admin, body })).status).toBe(200)
    const foreign = { ...admin, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await server.request('POST', address, { headers: foreign, body })).status).toBe(403)
  })
})
