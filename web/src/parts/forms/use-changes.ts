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
    /** The changes are stored, or dropped. */
    clear: () => setChanges({}),
  }
}
