import { brandName, providers } from '../marks/brands.ts'

/** A provider's name for people: as a brand where it is known, else as reported. */
export function formatProvider(name: string): string {
  return brandName(providers, name)
}
