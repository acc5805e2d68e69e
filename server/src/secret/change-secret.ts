import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { ControlStore } from '../store/control/control-store.ts'
import { keepSealedRoots } from '../store/control/keys/key-rows.ts'
import {
  nextSecretFile,
  openRoots,
  type SecretPlace,
  sealRoots,
  takeNextSecret,
} from '../store/control/keys/open-secrets.ts'
import { reseal } from '../store/control/keys/reseal.ts'
import { deriveSecrets } from '../store/control/secrets.ts'
import { sealedColumns } from './sealed-columns.ts'

/** What is changed, to what. */
export interface SecretChange extends SecretPlace {
  next: string
  /** Whether the secret is the file of the data folder rather than a setting. */
  isInFile: boolean
  nowMs: number
}

/**
 * Changes the installation's secret: everything encrypted is encrypted again, with keys that neither the old secret
 * nor an old copy of the store can open. Hashes of e-mail addresses keep their key, which is then stored encrypted.
 * All or nothing; no server may run meanwhile, as it would keep using the old keys. Returns how many texts were
 * encrypted again.
 */
export async function changeSecret(store: ControlStore, change: SecretChange): Promise<number> {
  const { dataDir, next, isInFile, nowMs } = change
  const old = await openRoots(store.db, change)
  const roots = { seal: randomBytes(32).toString('base64url'), hash: old.hash }
  // On disk before the store needs it: the next start finishes an interrupted change.
  if (isInFile) await keepNext(dataDir, next)
  const count = await store.db.transaction().execute(async (db) => {
    const keys = { from: deriveSecrets(old), to: deriveSecrets(roots) }
    let sealed = 0
    for (const column of sealedColumns) sealed += await reseal(db, column, keys)
    await keepSealedRoots(db, { sealed: sealRoots(roots, next), nowMs })
    return sealed
  })
  if (isInFile) await takeNextSecret(dataDir)
  return count
}

async function keepNext(dataDir: string, next: string): Promise<void> {
  const file = nextSecretFile(dataDir)
  await rm(file, { force: true })
  await writeFile(file, next, { flag: 'wx', mode: 0o600, flush: true })
}
