import { brandName, browsers, sources } from '@tributary/contract/brands.ts'
import { texts } from '../texts/texts.ts'
import type { Dimension } from '../url-state/dimension.ts'
import { formatCountry } from './country.ts'
import { formatLanguage } from './language.ts'

export type LabelOf = (dimension: Dimension, value: string) => string

/** The browser formats these from a code, so there is no list to look up a word in. */
const writtenByBrowser: readonly Dimension[] = ['country', 'language']

/** Whether a search has to read every value, because their shown names are not stored. */
export function isReadWhole(dimension: Dimension): boolean {
  return writtenByBrowser.includes(dimension)
}

/** The stored values whose displayed names contain a text: in German `direkt` is `Direct`. */
export function valuesShownAs(dimension: Dimension, text: string): string[] {
  const fixed = ['', ...(storedWords[dimension]?.() ?? [])]
  return fixed.filter((value) => holdsText(labelOf(dimension, value), text))
}

const storedWords: Partial<Record<Dimension, () => string[]>> = {
  channel: () => Object.keys(texts.channels),
  source: () => ['Direct', ...Object.keys(sources)],
  device: () => Object.keys(texts.devices),
}

/** Whether a name contains a text, ignoring case. */
export function holdsText(words: string, text: string): boolean {
  return words.toLocaleLowerCase().includes(text.toLocaleLowerCase())
}

/** A breakdown's value in words: `DE` is Germany, and an empty value has a name in each dimension. */
export function labelOf(dimension: Dimension, value: string): string {
  if (value === '') return texts.panels.blank[dimension]
  if (dimension === 'channel') return texts.channels[value] ?? value
  // The source of a visit without one is its channel's name.
  if (dimension === 'source' && value === 'Direct') return texts.channels[value] ?? value
  if (dimension === 'device') return texts.devices[value] ?? value
  if (dimension === 'language') return formatLanguage(value)
  if (dimension === 'source') return brandName(sources, value)
  if (dimension === 'browser') return brandName(browsers, value)
  return dimension === 'country' ? formatCountry(value) : value
}
