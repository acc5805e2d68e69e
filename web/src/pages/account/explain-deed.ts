import { PasskeyCancelled } from '../../api/passkeys.ts'
import { explainFailure } from '../../parts/failure.tsx'
import { wayTexts } from '../../texts/ways.ts'

/** What went wrong, in words; a window that was closed is no failure of ours. */
export function explainDeed(error: unknown): string {
  return error instanceof PasskeyCancelled ? wayTexts.passkeys.cancelled : explainFailure(error)
}
