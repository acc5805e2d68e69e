import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addFilter,
  parseFilters,
  removeFilter,
  turnFilter,
  writeFilters,
} from '../src/url-state/filter.ts'
import { grainOf, parseRange, writeRange } from '../src/url-state/range.ts'
import { parseSearchParams, writeSearchParams } from '../src/url-state/search-params.ts'

const filter = fc.record({
  dimension: fc.constantFrom('country', 'page', 'source', 'campaign'),
  operator: fc.constantFrom('is', 'is_not'),
  value: fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
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
    expect(parseFilters(filters)).toEqual([{ dimension: 'country', operator: 'is', value: 'DE' }])
  })

  it('are added once, turned around and removed', () => {
    const german = { dimension: 'country', operator: 'is', value: 'DE' } as const
    expect(addFilter([german], german)).toEqual([german])
    expect(turnFilter([german], german)).toEqual([{ ...german, operator: 'is_not' }])
    expect(removeFilter([german], german)).toEqual([])
  })

  it('read well: colons and slashes are not escaped', () => {
    expect(writeSearchParams({ filter: ['page:is:/blog/a&b'] })).toBe('?filter=page:is:/blog/a%26b')
  })
})

describe('ranges in the address', () => {
  it.each([
    ['7d', '7d'],
    [undefined, '30d'],
    ['2026-11-01..2026-11-20', { from: '2026-11-01', to: '2026-11-20' }],
    ['2026-11-20..2026-11-01', '30d'],
    ['yesterday', '30d'],
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
