import { formatCountry } from '../../format/country.ts'
import { formatLanguage } from '../../format/language.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'

/** A breakdown's value in a person's words: `DE` is Germany, nothing is what nothing means there. */
export function labelOf(dimension: Dimension, value: string): string {
  if (value === '') return texts.panels.blank[dimension]
  if (dimension === 'channel') return texts.channels[value] ?? value
  if (dimension === 'device') return texts.devices[value] ?? value
  if (dimension === 'language') return formatLanguage(value)
  return dimension === 'country' ? formatCountry(value) : value
}
