import { useState } from 'react'

/**
 * A form of stored values. Only what the person has changed is remembered and sent, on top of what is stored by
 * then: the rest may have been changed by somebody else since the form was opened.
 */
export function useChanges<Values extends object>(stored: Values) {
  const [changes, setChanges] = useState<Partial<Values>>({})
  return {
    form: { ...stored, ...changes },
    changes,
    change: (changed: Partial<Values>) => setChanges((before) => ({ ...before, ...changed })),
    /** Forgets changes that are stored now, but none that was made since. */
    forget: (saved: Partial<Values>) => setChanges((before) => without(before, saved)),
  }
}

function without<Values extends object>(
  changes: Partial<Values>,
  saved: Partial<Values>,
): Partial<Values> {
  const isSaved = ([name, value]: [string, unknown]) => value === saved[name as keyof Values]
  const rest = Object.entries(changes).filter((change) => !isSaved(change))
  return Object.fromEntries(rest) as Partial<Values>
}
