import type { AppAuditEntry } from '@tributary/contract/app/audit.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { hashPassword } from '../accounts/password.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
const owner = { email: 'owner@shop.example', password: 'a river with two arms' }
const samePage = { 'sec-fetch-site': 'same-origin' }
let cookie = ''

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  const passwordHash = await hashPassword(owner.password)
  await createAccount(server.services.control.db, Date.now(), { email: owner.email, passwordHash })
  const reply = await signIn(owner.password)
  cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
})
afterAll(() => server.close())

describe('the audit log over HTTP', () => {
  it('has what a person did to a site, and no secret', async () => {
    const { site } = await server.aSite()
    const path = `/api/app/sites/${site.id}`
    const made = await ask('POST', `${path}/keys`, { name: 'Backend' })
    const { key, token } = (made.body as { data: { key: { id: string }; token: string } }).data
    await ask('PATCH', `${path}/keys/${key.id}`, { ratePerMinute: 50 })
    await ask('POST', `${path}/keys/${key.id}/roll`, {})
    await ask('DELETE', `${path}/keys/${key.id}`)
    await ask('PATCH', path, { retentionDays: 90 })
    const endpoint = await ask('POST', `${path}/webhooks`, {
      provider: 'stripe',
      secret: 'whsec_of_the_test',
    })
    expect(endpoint.status).toBe(200)
    const entries = await read(`${path}/audit`)
    expect(entries.map(({ action, object }) => [action, object.name])).toEqual([
      ['provider.added', 'Stripe'],
      ['site.changed', site.name],
      ['key.revoked', 'Backend'],
      ['key.rolled', 'Backend'],
      ['key.changed', 'Backend'],
      ['key.made', 'Backend'],
    ])
    expect(entries[1]?.changes).toEqual({ retentionDays: [null, 90] })
    expect(entries[4]?.changes).toEqual({ ratePerMinute: [100, 50] })
    expect(entries.every(({ actor }) => actor.name === owner.email)).toBe(true)
    expect(JSON.stringify(entries)).not.toContain(token)
    expect(JSON.stringify(entries)).not.toContain('whsec_of_the_test')
  })

  it('has the erasure that a key asked for, and does not say of whom', async () => {
    const { site, key } = await server.aSite()
    const visitorId = 'ana-of-the-test'
    const goal = { event: 'signup', visitorId }
    expect((await server.request('POST', '/api/v1/goal', { key, body: goal })).status).toBe(200)
    const erased = await server.request('DELETE', `/api/v1/visitor?visitorId=${visitorId}`, {
      key,
    })
    expect(erased.status).toBe(200)
    const entries = await read(`/api/app/sites/${site.id}/audit`)
    expect(entries).toMatchObject([{ action: 'visitor.erased', actor: { kind: 'key' } }])
    expect(JSON.stringify(entries)).not.toContain(visitorId)
  })

  it('has signing in, and once that somebody guesses at an account', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn('a wrong guess')
    const entries = await read('/api/app/audit?limit=200')
    expect(entries.filter(({ action }) => action === 'account.guessed')).toMatchObject([
      { actor: { kind: 'nobody' }, object: { name: owner.email } },
    ])
    expect(entries.filter(({ action }) => action === 'account.signed-in')).toHaveLength(1)
  })

  it('cannot be changed by any route, nor read without permission', async () => {
    const { site } = await server.aSite()
    for (const path of ['/api/app/audit', `/api/app/sites/${site.id}/audit`]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        expect((await ask(method, path, {})).status).toBe(405)
      }
      expect((await server.request('GET', path)).status).toBe(401)
    }
    expect((await ask('GET', '/api/app/audit?cursor=x')).status).toBe(400)
    expect((await ask('GET', '/api/app/audit?action=x')).status).toBe(400)
  })
})

function signIn(password: string) {
  const body = { email: owner.email, password }
  return server.request('POST', '/api/app/session', { body, headers: samePage })
}

function ask(method: string, path: string, body?: object) {
  return server.request(method, path, { headers: { ...samePage, cookie }, body })
}

async function read(path: string): Promise<AppAuditEntry[]> {
  const reply = await ask('GET', path)
  expect(reply.status).toBe(200)
  return (reply.body as { data: { entries: AppAuditEntry[] } }).data.entries
}
