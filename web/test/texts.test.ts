import { describe, expect, it } from 'vitest'
import { de } from '../src/texts/de.ts'
import { en } from '../src/texts/en.ts'
import { es } from '../src/texts/es.ts'

/** Rooms that are said in English only, so far. */
const english = ['product', 'settings', 'account']

describe.each([
  ['German', de],
  ['Spanish', es],
])('%s', (_language, texts) => {
  it('says everything that English says', () => {
    const said = new Set(pathsOf(texts))
    const missing = pathsOf(en).filter(
      (path) => !said.has(path) && !english.includes(path.split('.')[0] ?? ''),
    )
    // A domain's example is the same everywhere.
    expect(missing.filter((path) => path !== 'siteForm.domainPlaceholder')).toEqual([])
  })

  it('says nothing that English does not', () => {
    const known = new Set(pathsOf(en))
    expect(pathsOf(texts).filter((path) => !known.has(path))).toEqual([])
  })
})

function pathsOf(texts: object): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' && text !== null && !Array.isArray(text)
      ? pathsOf(text).map((path) => `${name}.${path}`)
      : [name],
  )
}
