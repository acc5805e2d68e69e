import { PasskeyCancelled } from '../api/account/passkeys.ts'
import { wayTexts } from '../texts/ways.ts'
import { explainFailure } from './states/failure.tsx'

/** The error of an action, in words; a closed window is no failure. */
export function explainAction(error: unknown): string {
  return error instanceof PasskeyCancelled ? wayTexts.passkeys.cancelled : explainFailure(error)
}
