import { AppError } from '../errors.ts'

/** A time zone in the spelling of the IANA database. Only names: an offset such as `+02:00` has no summer time. */
export function checkTimezone(text: string): string {
  const typed = text.trim()
  const resolved = /^[a-z]/i.test(typed) ? resolve(typed) : undefined
  if (resolved === undefined) {
    throw new AppError('invalid', 'timezone must be the name of a time zone such as Europe/Berlin')
  }
  if (resolved.toLowerCase() === typed.toLowerCase()) return resolved
  // Careful: Intl returns some outdated names (Asia/Calcutta for Asia/Kolkata), so a correctly spelled alias stays
  // as it was typed.
  return properlyWritten.test(typed) ? typed : resolved
}

const properlyWritten = /^(US|[A-Z][a-z]+)(\/[A-Z][a-z]+([_-][A-Za-z][a-z]*)*)+$/

function resolve(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
