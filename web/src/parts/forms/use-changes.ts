import { useState } from 'react'

/** What a form needs of its mutation. */
interface Saving<Sent> {
  isPending: boolean
  isSuccess: boolean
  reset(): void
  mutate(sent: Sent, options: { onSuccess(): void }): void
}

/**
 * A form of stored values. Only what the person has changed is remembered and sent, on top of what is stored by
 * then: the rest may have been changed by somebody else since the form was opened.
 */
export function useChanges<Values extends object, Sent>(stored: Values, saving: Saving<Sent>) {
  const [changes, setChanges] = useState<Partial<Values>>({})
  return {
    form: { ...stored, ...changes },
    changes,
    change(changed: Partial<Values>) {
      // Careful: a mutation that was reset does not say how it ended.
      if (!saving.isPending) saving.reset()
      setChanges((before) => ({ ...before, ...changed }))
    },
    /** Sends the changes, in the form that the server takes, and forgets those that are stored then. */
    send(sent: Sent) {
      saving.mutate(sent, { onSuccess: () => setChanges((before) => without(before, changes)) })
    },
    isSaved: saving.isSuccess && Object.keys(changes).length === 0,
  }
}

/** The changes that were made since some were sent. */
function without<Values extends object>(
  changes: Partial<Values>,
  sent: Partial<Values>,
): Partial<Values> {
  const isSent = ([name, value]: [string, unknown]) => value === sent[name as keyof Values]
  const rest = Object.entries(changes).filter((change) => !isSent(change))
  return Object.fromEntries(rest) as Partial<Values>
}
