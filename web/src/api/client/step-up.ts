import { stepUpNeededMessage } from '@tributary/contract/second-factor-needed.ts'

/** Asks the person to confirm that it is them; false when they would rather not. */
type AskPerson = () => Promise<boolean>

let askPerson: AskPerson | undefined
let asking: Promise<boolean> | undefined

/** The frame around the pages asks, as long as it is drawn. Returns how to end that. */
export function answerStepUp(ask: AskPerson): () => void {
  askPerson = ask
  return () => {
    if (askPerson === ask) askPerson = undefined
  }
}

/** Whether a refusal went away, because the person has just confirmed that it is them. Asks once at a time. */
export async function isConfirmed(status: number, message: string | undefined): Promise<boolean> {
  if (status !== 403 || message !== stepUpNeededMessage || askPerson === undefined) return false
  asking ??= askPerson().finally(() => {
    asking = undefined
  })
  return asking
}
