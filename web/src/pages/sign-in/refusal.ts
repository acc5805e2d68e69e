import { wayTexts } from '../../texts/ways.ts'
import type { SearchParams } from '../../url-state/search-params.ts'

/** What the address says about a way in that was refused, in words; undefined when it says nothing. */
export function refusalIn({ refused }: SearchParams): string | undefined {
  if (typeof refused !== 'string') return undefined
  const known = new Map<string, string>(Object.entries(wayTexts.signIn.refusals))
  return known.get(refused) ?? wayTexts.signIn.refusals.failed
}
