import { readFileSync } from 'node:fs'
import {
  brandIcon,
  brandName,
  browsers,
  providers,
  sources,
  systems,
} from '@tributary/contract/brands.ts'
import { sourceLists } from '@tributary/server/acquisition/known-sources.ts'
import { describe, expect, it } from 'vitest'
import world from '../src/charts/world.json' with { type: 'json' }
import icons from '../src/marks/icons.json' with { type: 'json' }

const flags = readFileSync(new URL('../src/marks/flags.svg', import.meta.url), 'utf8')

describe('marks', () => {
  it('name sources as the server stores them', () => {
    const stored = new Set(sourceLists.flatMap((list) => Object.keys(list.sources)))
    const unknown = Object.keys(sources).filter((name) => !stored.has(name))
    // No list has them: they are stored by their host.
    expect(unknown).toEqual(['github.com', 'gitlab.com', 'wikipedia.org', 'en.wikipedia.org'])
    expect(brandName(sources, 'x.com')).toBe('X')
    expect(brandName(sources, 'constructor')).toBe('constructor')
    // What a link says of itself stays as it is, with the icon that is meant.
    expect([brandName(sources, 'reddit'), brandIcon(sources, 'reddit')]).toEqual([
      'reddit',
      'reddit',
    ])
  })

  it('have each icon that a brand names, and no other', () => {
    const named = [sources, browsers, systems, providers].flatMap((brands) =>
      Object.keys(brands).flatMap((name) => brandIcon(brands, name) ?? []),
    )
    expect(Object.keys(icons)).toEqual([...new Set(named)].sort())
  })

  it('have a flag for every country of the map', () => {
    const codes = Object.keys({ ...world.shapes, ...world.dots })
    expect(codes.length).toBeGreaterThan(150)
    expect(codes.filter((code) => !flags.includes(`<view id="${code}"`))).toEqual([])
  })
})
