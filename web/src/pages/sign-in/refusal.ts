import { wayTexts } from '../../texts/ways.ts'
import type { SearchParams } from '../../url-state/search-params.ts'

/** Why a sign-in was refused, in words, from the page's address; undefined if it contains no reason. */
export function refusalIn({ refused }: SearchParams): string | undefined {
  if (typeof refused !== 'string') return undefined
  const known = new Map<string, string>(Object.entries(wayTexts.signIn.refusals))
  return known.get(refused) ?? wayTexts.signIn.refusals.failed
}
