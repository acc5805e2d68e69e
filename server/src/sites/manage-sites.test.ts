import { describe, expect, it } from 'vitest'
import { updateSite } from '../site-settings/change-site.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { checkDomain } from './check-domain.ts'
import { checkTimezone } from './check-timezone.ts'
import { createSite, getSite, listSites } from './manage-sites.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)

describeOnControlStores('sites', (stores) => {
  it('are made with sensible defaults', async () => {
    const store = await stores.open()
    const site = await createSite(store.db, nowMs, { domains: ['Shop.Example'] })
    expect(site).toEqual({
      id: expect.stringMatching(/^site_[0-9A-Za-z]{12}$/),
      name: 'shop.example',
      domains: ['shop.example'],
      timezone: 'UTC',
      currency: 'USD',
      identification: false,
      identityKeyVersion: 1,
      primaryProvider: null,
      requireSignedIdentify: false,
      privacyMode: 'cookies',
      respectDoNotTrack: false,
      retentionDays: null,
      excludedAddresses: [],
      excludedPaths: [],
      createdMs: nowMs,
    })
    expect(await getSite(store, site.id)).toEqual(site)
  })

  it('are listed, the oldest first', async () => {
    const store = await stores.open()
    const second = await createSite(store.db, nowMs + 1, { domains: ['b.example'] })
    const first = await createSite(store.db, nowMs, { domains: ['a.example'] })
    expect(await listSites(store)).toEqual([first, second])
  })

  it('change in what is named and keep the rest', async () => {
    const store = await stores.open()
    const site = await createSite(store.db, nowMs, { domains: ['a.example'], name: 'A' })
    const changes = {
      domains: ['münchen.example', 'www.b.example', 'b.example'],
      timezone: 'europe/berlin',
      currency: 'eur',
      identification: true,
      privacyMode: 'cookieless' as const,
      respectDoNotTrack: true,
    }
    const changed = await updateSite(store, site.id, changes)
    expect(changed).toEqual({
      ...site,
      ...changes,
      domains: ['xn--mnchen-3ya.example', 'b.example'],
      timezone: 'Europe/Berlin',
      currency: 'EUR',
    })
    expect(await getSite(store, site.id)).toEqual(changed)
  })

  it('keep both of two changes at the same instant', async () => {
    const place = await stores.newPlace()
    const [one, other] = [await stores.open(place), await stores.open(place)]
    const { id } = await createSite(one.db, nowMs, { domains: ['a.example'] })
    await Promise.all([
      updateSite(one, id, { name: 'Both' }),
      updateSite(other, id, { identification: true }),
    ])
    expect(await getSite(one, id)).toMatchObject({ name: 'Both', identification: true })
  })

  it.each([
    ['no domain', { domains: [] }, 'domains must name at least one domain'],
    ['a domain that is none', { domains: ['a b'] }, 'domain: "a b" is not a domain name'],
    ['a zone that is none', { timezone: 'Mars/Phobos' }, 'timezone must be the name'],
    ['a currency that is none', { currency: 'XYZ' }, 'currency must be an ISO 4217 code'],
    ['a blank name', { name: '  ' }, 'name must not be empty'],
    ['a name with a NUL', { name: 'a\0b' }, 'name must not contain control characters'],
    ['half an emoji', { name: 'a\ud83d' }, 'name must not contain control characters'],
    ['a very long name', { name: 'x'.repeat(256) }, 'name must have at most 255 characters'],
  ])('refuse %s and stay as they were', async (_case, settings, message) => {
    const store = await stores.open()
    const wanted = { domains: ['a.example'], ...settings }
    await expect(createSite(store.db, nowMs, wanted)).rejects.toThrow(message)
    expect(await listSites(store)).toEqual([])
    const site = await createSite(store.db, nowMs, { domains: ['a.example'] })
    await expect(updateSite(store, site.id, settings)).rejects.toThrow(message)
    expect(await getSite(store, site.id)).toEqual(site)
  })

  it('that do not exist cannot be read or changed', async () => {
    const store = await stores.open()
    await expect(getSite(store, 'site_000000000000')).rejects.toThrow('Site not found')
    await expect(updateSite(store, 'site_000000000000', {})).rejects.toThrow('Site not found')
  })
})

describe('a domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['https://www.Example.COM:8443/path?x=1', 'example.com'],
    ['example.com.', 'example.com'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['日本語.jp', 'xn--wgv71a119e.jp'],
    ['localhost:3000', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]:3000', '[::1]'],
    ['www.com', 'www.com'],
    ['my_shop.example.com', 'my_shop.example.com'],
  ])('%s means %s', (typed, meant) => {
    expect(checkDomain(typed)).toBe(meant)
  })

  it.each([
    '',
    '  ',
    'a b',
    '.example.com',
    'a..b',
    '*.example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'ana@example.com',
    '-a.example',
    `${'x'.repeat(64)}.example`,
    `${'abcdefgh.'.repeat(30)}example`,
    "example.com'; drop table sites",
    '<script>',
  ])('%s is none', (typed) => {
    expect(() => checkDomain(typed)).toThrow('is not a domain name')
  })
})

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['america/new_york', 'America/New_York'],
    ['utc', 'UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    // Renamed ones, which Intl knows by their old names.
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
  ])('%s means %s', (typed, meant) => {
    expect(checkTimezone(typed)).toBe(meant)
  })

  it.each(['', '+02:00', 'Mars/Phobos', "UTC'", 'Europe/Berlin\\', 'now()'])(
    '%s is none',
    (typed) => {
      expect(() => checkTimezone(typed)).toThrow('timezone must be the name of a time zone')
    },
  )
})
