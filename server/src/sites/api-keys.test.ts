import { describe, expect, it } from 'vitest'
import { updateSite } from '../site-settings/change-site.ts'
import { type ControlStore, openControlStore } from '../store/control/control-store.ts'
import { testClock } from '../test/clock.ts'
import { describeOnControlStores, describeOnSqlite } from '../test/control-stores.ts'
import { inLongForm } from '../test/long-form.ts'
import { hourMs } from '../time/durations.ts'
import { apiKeys } from './api-keys.ts'
import { siteDirectory } from './find-site.ts'
import { isKeyToken, newKeyToken } from './key-token.ts'
import { createSite } from './manage-sites.ts'

async function aSite(store: ControlStore) {
  return createSite(store.db, Date.UTC(2026, 10, 20), { domains: ['a.example'] })
}

/** The same with one character replaced, in the secret, so that only the checksum can tell. */
function mistyped(token: string): string {
  const wrong = token[10] === 'x' ? 'y' : 'x'
  return `${token.slice(0, 10)}${wrong}${token.slice(11)}`
}

inLongForm(describeOnControlStores, describeOnSqlite)('API keys', (stores) => {
  async function aWorld() {
    const place = await stores.newPlace()
    const store = await stores.open(place)
    const clock = testClock()
    return { place, store, clock, keys: apiKeys(store, { clock }), site: await aSite(store) }
  }

  it('are found with their site, and may do what every integration starts with', async () => {
    const { keys, site, clock } = await aWorld()
    const { key, token } = await keys.create(site.id, { name: ' Backend ' })
    expect(token).toMatch(/^trb_[0-9A-Za-z]{49}$/)
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{12}$/),
      siteId: site.id,
      name: 'Backend',
      prefix: token.slice(0, 10),
      scopes: ['goals:write', 'payments:write', 'visitors:read'],
      ratePerMinute: 100,
      createdMs: clock.now(),
      expiresMs: undefined,
      revokedMs: undefined,
      lastUsedMs: undefined,
    })
    expect(await keys.find(token)).toEqual({ key, site })
  })

  it('are stored only as a hash', async () => {
    const { keys, site, store } = await aWorld()
    const { token } = await keys.create(site.id, { name: 'Backend' })
    const rows = JSON.stringify(await store.db.selectFrom('api_keys').selectAll().execute())
    expect(rows).not.toContain(token.slice(11))
    expect(rows).toMatch(/"hash":"[0-9a-f]{64}"/)
  })

  it('are refused when mistyped, unknown, expired or revoked, without saying which', async () => {
    const { keys, site, clock } = await aWorld()
    const { token } = await keys.create(site.id, { name: 'good' })
    const expiring = await keys.create(site.id, { name: 'b', expiresMs: clock.now() + hourMs })
    const revoked = await keys.create(site.id, { name: 'c' })
    expect(await keys.find(revoked.token)).toBeDefined()
    await keys.revoke(site.id, revoked.key.id)
    expect(await keys.find(expiring.token)).toBeDefined()
    clock.pass(hourMs)
    const refused = [
      ...['', 'x', 'trb_', token.slice(4), token.slice(0, -1), `${token}0`, ` ${token}`],
      ...[token.toUpperCase(), token.toLowerCase(), mistyped(token), newKeyToken()],
      ...[expiring.token, revoked.token],
    ]
    for (const text of refused) expect(await keys.find(text), text).toBeUndefined()
    expect(await keys.find(token)).toBeDefined()
  })

  it('are not looked up when the checksum is wrong', async () => {
    const { place, clock } = await aWorld()
    const store = await openControlStore(place)
    const keys = apiKeys(store, { clock })
    await store.close()
    expect(await keys.find(mistyped(newKeyToken()))).toBeUndefined()
    await expect(keys.find(newKeyToken())).rejects.toThrow()
  })

  it('of another process are found, changed and refused within a second', async () => {
    const { place, keys, site, clock, store } = await aWorld()
    const elsewhere = await stores.open(place)
    const { key, token } = await apiKeys(elsewhere, { clock }).create(site.id, { name: 'theirs' })
    expect(await keys.find(token)).toBeDefined()
    await apiKeys(elsewhere, { clock }).revoke(site.id, key.id)
    clock.pass(1000)
    expect(await keys.find(token)).toBeUndefined()

    const sites = siteDirectory(store, { clock, listGoalRules: async () => [] })
    const tracked = { ...site, goalRules: [] }
    expect(await sites.find(site.id)).toEqual(tracked)
    await updateSite(elsewhere, site.id, { identification: true })
    clock.pass(1000)
    expect(await sites.find(site.id)).toEqual({ ...tracked, identification: true })
    expect(await sites.find('site_000000000000')).toBeUndefined()
    expect(await sites.find("' or 1=1 --")).toBeUndefined()
  })

  it('roll: both work for a day, then only the new one, which may do the same', async () => {
    const { keys, site, clock } = await aWorld()
    const expiresMs = clock.now() + 48 * hourMs
    const given = { name: 'old', scopes: ['stats:read'], ratePerMinute: 7, expiresMs }
    const old = await keys.create(site.id, given)
    clock.pass(hourMs)
    const rolled = await keys.roll(site.id, old.key.id)
    expect(rolled.key).toMatchObject({ name: 'old', scopes: ['stats:read'], ratePerMinute: 7 })
    expect(rolled.key.expiresMs).toBe(clock.now() + 48 * hourMs)
    clock.pass(24 * hourMs - 1)
    expect(await keys.find(old.token)).toBeDefined()
    clock.pass(1)
    expect(await keys.find(old.token)).toBeUndefined()
    expect(await keys.find(rolled.token)).toBeDefined()
    await expect(keys.roll(site.id, old.key.id)).rejects.toThrow('no longer works')
  })

  it('can be renamed, limited and narrowed while they work, and only then', async () => {
    const { keys, site, store } = await aWorld()
    const { key, token } = await keys.create(site.id, { name: 'old' })
    await keys.find(token)
    const changes = { name: 'new', scopes: ['stats:read'], ratePerMinute: 7 }
    expect(await keys.change(site.id, key.id, changes)).toEqual({ ...key, ...changes })
    expect((await keys.find(token))?.key).toMatchObject(changes)
    expect(await keys.change(site.id, key.id, {})).toMatchObject(changes)
    const wrong = keys.change(site.id, key.id, { scopes: ['everything'] })
    await expect(wrong).rejects.toThrow('unknown scope')
    const other = await aSite(store)
    await expect(keys.change(other.id, key.id, changes)).rejects.toThrow('API key not found')
    await keys.revoke(site.id, key.id)
    await expect(keys.change(site.id, key.id, changes)).rejects.toThrow('no longer works')
  })

  it('that end sooner than a day are not prolonged by rolling', async () => {
    const { keys, site, clock } = await aWorld()
    const old = await keys.create(site.id, { name: 'old', expiresMs: clock.now() + hourMs })
    await keys.roll(site.id, old.key.id)
    clock.pass(hourMs)
    expect(await keys.find(old.token)).toBeUndefined()
  })

  it('are listed per site, the newest first, and revoked once', async () => {
    const { keys, site, clock, store } = await aWorld()
    const other = await aSite(store)
    const first = await keys.create(site.id, { name: 'first' })
    clock.pass(1)
    const second = await keys.create(site.id, { name: 'second' })
    await keys.create(other.id, { name: 'not here' })
    expect((await keys.list(site.id)).map((key) => key.name)).toEqual(['second', 'first'])
    const { revokedMs } = await keys.revoke(site.id, first.key.id)
    clock.pass(1)
    expect((await keys.revoke(site.id, first.key.id)).revokedMs).toBe(revokedMs)
    await expect(keys.revoke(other.id, second.key.id)).rejects.toThrow('API key not found')
    await expect(keys.roll(other.id, second.key.id)).rejects.toThrow('API key not found')
    expect(await keys.find(second.token)).toBeDefined()
    expect(await keys.siteIdOf(second.key.id)).toBe(site.id)
    await expect(keys.siteIdOf('key_none')).rejects.toThrow('API key not found')
  })

  it('remember their last use to the minute, written at most once a minute', async () => {
    const { keys, site, clock } = await aWorld()
    const { token } = await keys.create(site.id, { name: 'used' })
    clock.pass(30_000)
    const minuteMs = Math.floor(clock.now() / 60_000) * 60_000
    await Promise.all(Array.from({ length: 100 }, () => keys.find(token)))
    expect((await keys.list(site.id))[0]?.lastUsedMs).toBeUndefined()
    await keys.close()
    expect((await keys.list(site.id))[0]?.lastUsedMs).toBe(minuteMs)
    clock.pass(60_000)
    await keys.find(token)
    await keys.close()
    expect((await keys.list(site.id))[0]?.lastUsedMs).toBe(minuteMs + 60_000)
  })

  it.each([
    ['an unknown scope', { scopes: ['everything'] }, 'scopes: unknown scope "everything"'],
    ['no scope', { scopes: [] }, 'scopes must name at least one scope'],
    ['no name', { name: ' ' }, 'name must not be empty'],
    ['a rate of none', { ratePerMinute: 0 }, 'ratePerMinute must be a whole number'],
    ['half a request', { ratePerMinute: 1.5 }, 'ratePerMinute must be a whole number'],
    ['an end in the past', { expiresMs: 1 }, 'expiresAt must lie in the future'],
    ['an end that is none', { expiresMs: Number.NaN }, 'expiresAt must lie in the future'],
  ])('are not made with %s', async (_case, input, message) => {
    const { keys, site } = await aWorld()
    await expect(keys.create(site.id, { name: 'x', ...input })).rejects.toThrow(message)
    expect(await keys.list(site.id)).toEqual([])
  })

  it('are not made for a site that is not there', async () => {
    const { keys } = await aWorld()
    const made = keys.create('site_000000000000', { name: 'x' })
    await expect(made).rejects.toThrow('Site not found')
  })
})

describe('a key', () => {
  it('is recognised by its checksum, and no typing error passes', () => {
    for (let round = 0; round < 50; round++) {
      const token = newKeyToken()
      expect(isKeyToken(token)).toBe(true)
      for (let at = 0; at < token.length; at++) {
        const wrong = token[at] === 'a' ? 'b' : 'a'
        expect(isKeyToken(`${token.slice(0, at)}${wrong}${token.slice(at + 1)}`)).toBe(false)
      }
    }
  })
})
