import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseComparison, writeComparison } from '../src/url-state/comparison.ts'
import {
  addFilter,
  parseFilters,
  removeFilter,
  replaceFilter,
  rowFilter,
  turnedFilter,
  writeFilters,
} from '../src/url-state/filter.ts'
import {
  daysOfRange,
  grainOf,
  namedRanges,
  parseRange,
  writeRange,
} from '../src/url-state/range.ts'
import { parseSearchParams, writeSearchParams } from '../src/url-state/search-params.ts'

const filter = fc.record({
  dimension: fc.constantFrom('country', 'page', 'source', 'campaign'),
  operator: fc.constantFrom('is', 'is_not', 'contains', 'does_not_contain'),
  values: fc.array(
    fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed()),
    { minLength: 1, maxLength: 3 },
  ),
})

describe('filters in the address', () => {
  it('come back as they were, whatever their values hold', () => {
    fc.assert(
      fc.property(fc.array(filter, { maxLength: 5 }), (filters) => {
        const address = writeSearchParams({ filter: writeFilters(filters) })
        expect(parseFilters(parseSearchParams(address).filter)).toEqual(filters)
      }),
    )
  })

  it('are left out when they cannot be understood', () => {
    const filters = ['country', 'country:is', 'shoe_size:is:44', 'country:like:DE', 'country:is:DE']
    expect(parseFilters(filters)).toEqual([rowFilter('country', 'DE')])
  })

  it('hold several values, bars and backslashes among them', () => {
    expect(parseFilters(['page:is:/a|/b\\|c|d\\\\'])).toEqual([
      { dimension: 'page', operator: 'is', values: ['/a', '/b|c', 'd\\'] },
    ])
    expect(parseFilters(['campaign:is:'])).toEqual([rowFilter('campaign', '')])
    expect(parseFilters(['campaign:contains:'])).toEqual([])
  })

  it('are added once, turned around and removed', () => {
    const german = rowFilter('country', 'DE')
    const notGerman = { ...german, operator: 'is_not' as const }
    expect(addFilter([german], german)).toEqual([german])
    expect(turnedFilter(german)).toEqual(notGerman)
    expect(replaceFilter([german], { old: german, with: notGerman })).toEqual([notGerman])
    expect(removeFilter([german], german)).toEqual([])
  })

  it('read well: colons and slashes are not escaped', () => {
    expect(writeSearchParams({ filter: ['page:is:/blog/a&b'] })).toBe('?filter=page:is:/blog/a%26b')
  })
})

describe('comparisons in the address', () => {
  it.each([
    [undefined, 'previous'],
    ['year', 'year'],
    ['none', 'none'],
    ['2025-11-01..2025-11-20', { from: '2025-11-01', to: '2025-11-20' }],
    ['tomorrow', 'previous'],
  ])('reads %s', (text, comparison) => {
    expect(parseComparison(text)).toEqual(comparison)
  })

  it('leaves the default out', () => {
    expect(writeComparison('previous')).toBeUndefined()
    expect(writeComparison('none')).toBe('none')
  })
})

describe('ranges in the address', () => {
  it.each([
    ['7d', '7d'],
    [undefined, '30d'],
    ['2026-11-01..2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
    ['2026-11-20..2026-11-01', '30d'],
    ['yesterday', 'yesterday'],
    ['last tuesday', '30d'],
    ['2026-11-01..2026-11-20..x', '30d'],
  ])('reads %s', (text, range) => {
    expect(parseRange(text)).toEqual(range)
  })

  it('leaves the default out', () => {
    expect(writeRange('30d')).toBeUndefined()
    expect(writeRange({ from: '2026-11-01', to: '2026-11-20' })).toBe('2026-11-01..2026-11-20')
  })

  it('draws a day by hours and years by months', () => {
    expect(grainOf('today')).toBe('hour')
    expect(grainOf({ from: '2026-11-20', to: '2026-11-20' })).toBe('hour')
    expect(grainOf('90d')).toBe('day')
    expect(grainOf({ from: '2025-01-01', to: '2026-11-20' })).toBe('month')
  })
})

describe('the days of a range', () => {
  // Still the evening of the day before in New York.
  const nowMs = Date.parse('2026-03-01T03:00:00Z')

  it('are counted from today in the zone of the site', () => {
    const days = (zone: string) =>
      Object.fromEntries(namedRanges.map((name) => [name, daysOfRange(name, zone, nowMs)]))
    const to = '2026-02-28'
    expect(days('America/New_York')).toEqual({
      today: { from: to, to },
      yesterday: { from: '2026-02-27', to: '2026-02-27' },
      '7d': { from: '2026-02-22', to },
      '30d': { from: '2026-01-30', to },
      '90d': { from: '2025-12-01', to },
      week: { from: '2026-02-23', to },
      month: { from: '2026-02-01', to },
      year: { from: '2026-01-01', to },
      '12mo': { from: '2025-03-01', to },
    })
    expect(days('UTC').today).toEqual({ from: '2026-03-01', to: '2026-03-01' })
  })

  it('are the two that it names itself', () => {
    const range = { from: '2026-01-02', to: '2026-01-05' }
    expect(daysOfRange(range, 'UTC', nowMs)).toEqual(range)
  })
})
