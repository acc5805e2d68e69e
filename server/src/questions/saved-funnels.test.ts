import type { AppFunnel } from '@tributary/contract/app/funnel.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPerson, type PersonHeaders, signedOut } from '../test/a-person.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { mostFunnels } from './funnel-rows.ts'
import { addFunnel, listFunnels, removeFunnel, replaceFunnel } from './saved-funnels.ts'

const input = {
  name: ' To the sign-up ',
  steps: [
    { page: '/pricing', match: 'begins_with' as const },
    { goal: "o'brien; drop table funnels; --" },
  ],
  windowHours: 24,
}

describeOnControlStores('saved funnels', (stores) => {
  it('are saved by name, changed and removed, separately for each site', async () => {
    const control = await stores.open()
    const made = await addFunnel(control, 'site_a', { input, nowMs: 1 })
    await addFunnel(control, 'site_b', { input, nowMs: 1 })
    expect(made).toEqual({ ...input, id: expect.stringMatching(/^fun_/), name: 'To the sign-up' })
    const first = await addFunnel(control, 'site_a', { input: { ...input, name: 'A' }, nowMs: 2 })
    expect(await listFunnels(control, 'site_a')).toEqual([first, made])

    const changed = { name: 'B', steps: [{ page: '/' }, { page: '/' }], by: 'session' as const }
    await replaceFunnel(control, 'site_a', { id: first.id, input: changed })
    const elsewhere = { id: first.id, input }
    await expect(replaceFunnel(control, 'site_b', elsewhere)).rejects.toThrow('Funnel not found')
    await expect(removeFunnel(control, 'site_b', made.id)).rejects.toThrow('Funnel not found')
    await removeFunnel(control, 'site_a', made.id)
    expect(await listFunnels(control, 'site_a')).toEqual([{ ...changed, id: first.id }])
    expect(await listFunnels(control, 'site_b')).toHaveLength(1)
  })

  it('are refused when a site has too many', async () => {
    const control = await stores.open()
    const definition = JSON.stringify({ steps: input.steps })
    const rows = Array.from({ length: mostFunnels }, (_, index) => ({
      id: `fun_${index}`,
      site_id: 'site_a',
      name: 'x',
      definition,
      created_ms: 1,
    }))
    await control.db.insertInto('funnels').values(rows).execute()
    await expect(addFunnel(control, 'site_a', { input, nowMs: 1 })).rejects.toThrow('at most 100')
  })
})

describe('/api/app/sites/:siteId/funnels', () => {
  let server: TestServer
  let path: string
  let siteId: string

  beforeAll(async () => {
    server = await startTestServer()
    siteId = (await server.aSite()).site.id
    path = `/api/app/sites/${siteId}/funnels`
  })
  afterAll(() => server?.close())

  it('lets a viewer read and an admin change', async () => {
    const viewer = await aPerson(server.services, { role: 'viewer', siteId })
    const admin = await aPerson(server.services, { role: 'admin', siteId })
    const ask = (
      headers: PersonHeaders | { cookie: string },
      method: string,
      address: string,
      body?: object,
    ) => server.request(method, address, { headers, ...(body && { body }) })
    const made = await ask(admin, 'POST', path, input)
    const { funnel } = (made.body as { data: { funnel: AppFunnel } }).data
    const one = `${path}/${funnel.id}`
    expect((await ask(viewer, 'GET', path)).body).toMatchObject({ data: { funnels: [funnel] } })
    for (const [method, address, body] of [
      ['POST', path, input],
      ['PUT', one, input],
      ['DELETE', one, undefined],
    ] as const) {
      expect((await ask(viewer, method, address, body)).status).toBe(403)
      expect((await ask(signedOut, method, address, body)).status).toBe(401)
    }
    for (const [body, message] of [
      [{ ...input, steps: [{ page: '/' }] }, 'steps must have at least 2 items'],
      [{ ...input, steps: [{ page: '/' }, {}] }, 'number 2 must have either page or goal'],
      [{ steps: input.steps }, 'name'],
    ] as const) {
      expect(await ask(admin, 'POST', path, body)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining(message) } },
      })
    }
    const renamed = await ask(admin, 'PUT', one, { ...input, name: 'Sign-ups' })
    expect(renamed.body).toMatchObject({ data: { funnel: { name: 'Sign-ups', id: funnel.id } } })
    expect((await ask(admin, 'DELETE', one)).status).toBe(200)
    expect((await ask(admin, 'DELETE', one)).status).toBe(404)
  })
})
