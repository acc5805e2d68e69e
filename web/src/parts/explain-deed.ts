import { PasskeyCancelled } from '../api/account/passkeys.ts'
import { wayTexts } from '../texts/ways.ts'
import { explainFailure } from './states/failure.tsx'

/** What went wrong, in words; a window that was closed is no failure of ours. */
export function explainDeed(error: unknown): string {
  return error instanceof PasskeyCancelled ? wayTexts.passkeys.cancelled : explainFailure(error)
}
