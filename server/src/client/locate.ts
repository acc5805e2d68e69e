import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { Reader } from 'maxmind'
import { cleanText } from '../acquisition/clean-text.ts'

/** The location of an address, as far as the database knows. */
export interface Place {
  readonly country: string
  readonly region: string
  readonly city: string
}

export type Locate = (address: string) => Place

const nowhere: Place = Object.freeze({ country: '', region: '', city: '' })

/**
 * Opens the built-in country list, or the operator's own .mmdb file, which may know regions and
 * cities too. The whole file is read into memory. Throws when it cannot be read.
 */
export function openLocations(file: string | undefined): Locate {
  const path =
    file ??
    createRequire(import.meta.url).resolve(
      '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
    )
  const reader = new Reader<never>(readFileSync(path))
  return (address) => {
    if (isIP(address) === 0) return nowhere
    const record: unknown = reader.get(address)
    return record === null ? nowhere : placeOf(record)
  }
}

/** Reads both existing shapes: flat (`country_code`, `state1`, `city`) and MaxMind's nested one. */
export function placeOf(record: unknown): Place {
  const country = countryCode(
    textAt(record, 'country_code') ||
      textAt(record, 'country', 'iso_code') ||
      textAt(record, 'registered_country', 'iso_code'),
  )
  if (country === '') return nowhere
  return {
    country,
    region:
      textAt(record, 'state1') ||
      textAt(record, 'region') ||
      textAt(record, 'subdivisions', '0', 'names', 'en') ||
      textAt(record, 'subdivisions', '0', 'iso_code'),
    city: textAt(record, 'city') || textAt(record, 'city', 'names', 'en'),
  }
}

/** Upper case ISO 3166-1 alpha-2, or `''` for anything else. */
export function countryCode(text: string): string {
  return /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : ''
}

function textAt(record: unknown, ...path: string[]): string {
  let value = record
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return ''
    value = (value as Record<string, unknown>)[step]
  }
  return typeof value === 'string' ? cleanText(value).slice(0, 100) : ''
}
