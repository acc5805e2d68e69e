import { stepUpNeededMessage } from '@tributary/contract/second-factor-needed.ts'

/** Asks the person to confirm their identity; false if they cancel. */
type AskPerson = () => Promise<boolean>

let askPerson: AskPerson | undefined
let asking: Promise<boolean> | undefined

/** The frame around the pages asks, as long as it is rendered. Returns how to stop that. */
export function answerStepUp(ask: AskPerson): () => void {
  askPerson = ask
  return () => {
    if (askPerson === ask) askPerson = undefined
  }
}

/** Whether a refusal was resolved, because the person has just confirmed their identity. Asks once at a time. */
export async function isConfirmed(status: number, message: string | undefined): Promise<boolean> {
  if (status !== 403 || message !== stepUpNeededMessage || askPerson === undefined) return false
  asking ??= askPerson().finally(() => {
    asking = undefined
  })
  return asking
}
