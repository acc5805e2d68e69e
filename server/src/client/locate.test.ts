import { describe, expect, it } from 'vitest'
import { openLocations, placeOf } from './locate.ts'

describe('the built-in country list', () => {
  const locate = openLocations(undefined)

  it.each([
    ['8.8.8.8', 'US'],
    ['81.2.69.142', 'GB'],
    ['193.0.6.139', 'NL'],
    ['2001:4860:4860::8888', 'US'],
    ['127.0.0.1', ''],
    ['10.0.0.1', ''],
    ['::1', ''],
    ['not an address', ''],
    ['', ''],
  ])('finds %s in "%s"', (address, country) => {
    expect(locate(address)).toEqual({ country, region: '', city: '' })
  })

  it('refuses a file that is no database', () => {
    expect(() => openLocations('/nonexistent.mmdb')).toThrow()
    expect(() => openLocations(import.meta.filename)).toThrow()
  })
})

describe('records of an operator’s own database', () => {
  it.each([
    [{ country_code: 'de' }, 'DE||'],
    [{ country_code: 'DE', state1: 'Bavaria', city: 'Munich' }, 'DE|Bavaria|Munich'],
    [
      {
        country: { iso_code: 'US', names: { en: 'United States' } },
        subdivisions: [{ iso_code: 'CA', names: { en: 'California' } }],
        city: { names: { en: 'San Jose', de: 'San José' } },
      },
      'US|California|San Jose',
    ],
    [{ country: { iso_code: 'US' }, subdivisions: [{ iso_code: 'CA' }] }, 'US|CA|'],
    [{ registered_country: { iso_code: 'SE' } }, 'SE||'],
    [{ city: { names: { en: 'Nowhere' } } }, '||'],
    [{ country_code: 'EUROPE' }, '||'],
    [{ country: 7, subdivisions: 'x' }, '||'],
    [null, '||'],
    ['text', '||'],
  ])('%j is read as %s', (record, line) => {
    expect(Object.values(placeOf(record)).join('|')).toBe(line)
  })
})
