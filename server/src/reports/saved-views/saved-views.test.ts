import type { AppView, NewAppView } from '@tributary/contract/app/view.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPerson, signedOut } from '../../test/a-person.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { addView, findDefaultView, listViews, orderViews, removeView } from './saved-views.ts'
import { maxViews } from './view-rows.ts'

const input: NewAppView = {
  name: ' People from the letter ',
  scope: 'site',
  isDefault: false,
  filters: [
    ['is', 'source', ['letter', "o'brien; drop table saved_views; --"]],
    ['is_not', 'country', ['DE']],
  ],
  params: { range: '7d', columns: 'visitors,revenue', traffic: 'source' },
}

const site = { siteId: 'site_a', accountId: '' }
const ana = { siteId: 'site_a', accountId: 'acc_ana' }
const ben = { siteId: 'site_a', accountId: 'acc_ben' }

describeOnControlStores('saved views', (stores) => {
  it('belong to a site or to one person on it, in their order', async () => {
    const control = await stores.open()
    const add = (owner: typeof site, name: string) =>
      addView(control, owner, { input: { ...input, name }, nowMs: 1 })
    const made = await add(site, input.name)
    const name = 'People from the letter'
    expect(made).toEqual({ ...input, id: expect.stringMatching(/^view_/), name })
    await add({ ...site, siteId: 'site_b' }, input.name)
    const last = await add(site, 'A')
    const own = await add(ana, name)
    expect(own.scope).toBe('person')
    expect(await listViews(control, ana)).toEqual([own, made, last])
    expect(await listViews(control, ben)).toEqual([made, last])
    await expect(add(site, name)).rejects.toThrow('already')
    // Another owner's views stay as they are, whatever IDs are sent.
    await orderViews(control, site, [last.id, own.id])
    expect(await listViews(control, ana)).toEqual([own, last, made])
    await expect(removeView(control, ben, own.id)).rejects.toThrow('View not found')
    expect(await removeView(control, site, made.id)).toEqual(made)
    expect(await listViews(control, ana)).toEqual([own, last])
  })

  it('have one default per person and one of the site, and the person goes first', async () => {
    const control = await stores.open()
    const add = (owner: typeof site, name: string) =>
      addView(control, owner, { input: { ...input, name, isDefault: true }, nowMs: 1 })
    expect(await findDefaultView(control, ana)).toBeUndefined()
    await add(site, 'A')
    const second = await add(site, 'B')
    expect(await findDefaultView(control, ana)).toEqual(second)
    const own = await add(ana, 'C')
    expect(await findDefaultView(control, ana)).toEqual(own)
    expect(await findDefaultView(control, ben)).toEqual(second)
    const defaults = (await listViews(control, ana)).filter(({ isDefault }) => isDefault)
    expect(defaults).toEqual([own, second])
  })

  it('are refused when there are too many', async () => {
    const control = await stores.open()
    const rows = Array.from({ length: maxViews }, (_, position) => ({
      ...{ id: `view_${position}`, site_id: 'site_a', account_id: '', name: `${position}` },
      ...{ filters: '[]', params: '{}', is_default: 0, position, created_ms: 1 },
    }))
    await control.db.insertInto('saved_views').values(rows).execute()
    await expect(addView(control, site, { input, nowMs: 1 })).rejects.toThrow('At most 100')
    await addView(control, ana, { input, nowMs: 1 })
  })
})

describe('/api/app/sites/:siteId/views', () => {
  let server: TestServer
  let path: string
  let viewer: Record<string, string>
  let headers: Record<string, string>

  beforeAll(async () => {
    server = await startTestServer()
    const siteId = (await server.aSite()).site.id
    path = `/api/app/sites/${siteId}/views`
    viewer = await aPerson(server.services, { role: 'viewer', siteId })
    headers = await aPerson(server.services, { role: 'admin', siteId })
  })
  afterAll(() => server?.close())

  const viewsOf = async (who: Record<string, string>) => {
    const { body } = await server.request('GET', path, { headers: who })
    return (body as { data: { views: AppView[] } }).data.views
  }
  const make = async (who: Record<string, string>, body: NewAppView) => {
    const made = await server.request('POST', path, { headers: who, body })
    return (made.body as { data: { view: AppView } }).data.view
  }

  it("lets a viewer save their own and only an admin the site's, restores and orders them", async () => {
    const first = await make(headers, input)
    const second = await make(headers, { ...input, name: 'Second', isDefault: true })
    const own = await make(viewer, { ...input, scope: 'person' })
    expect(await viewsOf(viewer)).toEqual([own, first, second])
    expect(await viewsOf(headers)).toEqual([first, second])
    const one = `${path}/${first.id}`
    for (const [method, address, body] of [
      ['POST', path, { ...input, name: 'Third' }],
      ['PUT', one, input],
      ['PUT', path, { scope: 'site', ids: [second.id] }],
      ['DELETE', one, undefined],
    ] as const) {
      const asked = { ...(body && { body }) }
      const statuses = [viewer, signedOut].map(async (who) => {
        return (await server.request(method, address, { ...asked, headers: who })).status
      })
      expect(await Promise.all(statuses)).toEqual([403, 401])
    }
    expect((await server.request('DELETE', one, { headers })).status).toBe(200)
    expect((await server.request('DELETE', one, { headers })).status).toBe(404)
    const restored = await server.request('PUT', one, { headers, body: first })
    expect(restored).toMatchObject({ status: 200, body: { data: { view: first } } })
    const order = { scope: 'site', ids: [first.id, second.id] }
    await server.request('PUT', path, { headers, body: order })
    expect(await viewsOf(headers)).toEqual([first, second])
    const opened = await server.request('GET', path.replace('/views', ''), { headers: viewer })
    expect(opened.body).toMatchObject({ data: { defaultView: second } })
  })

  it('accepts only filters of questions and parameters of the dashboard', async () => {
    for (const [body, message] of [
      [{ ...input, filters: [['is', 'password', ['x']]] }, 'dimension must be of channel'],
      [{ ...input, filters: [['or']] }, 'filters must be of the form'],
      [{ ...input, name: undefined }, 'name'],
      [{ ...input, scope: 'all' }, 'scope must be one of'],
      [{ ...input, params: { range: '<script>' } }, 'params.range'],
      [{ ...input, params: { other: 'x' } }, 'params'],
    ] as const) {
      expect(await server.request('POST', path, { headers, body })).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining(message) } },
      })
    }
    const put = await server.request('PUT', `${path}/other`, { headers, body: input })
    expect(put.status).toBe(404)
  })

  it("loses a member's own views with the membership", async () => {
    const siteId = (await server.aSite()).site.id
    const owner = await aPerson(server.services, { role: 'owner', siteId })
    const email = 'leaving@shop.example'
    const leaving = await aPerson(server.services, { role: 'viewer', siteId, email })
    const body = { ...input, scope: 'person' }
    await server.request('POST', `/api/app/sites/${siteId}/views`, { headers: leaving, body })
    const { db } = server.services.control
    const { id } = await db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const rows = () =>
      db.selectFrom('saved_views').selectAll().where('account_id', '=', id).execute()
    expect(await rows()).toHaveLength(1)
    const member = `/api/app/sites/${siteId}/members/${id}`
    expect((await server.request('DELETE', member, { headers: owner })).status).toBe(200)
    expect(await rows()).toEqual([])
  })
})
