import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { StartRefused } from '../../../errors.ts'
import { deriveSecrets, type KeyRoots, type Secrets } from '../secrets.ts'
import type { Database } from '../tables.ts'
import { findSealedRoots } from './key-rows.ts'

/** The operator's secret, and the folder that may contain the one it is being changed to. */
export interface SecretPlace {
  secret: string
  dataDir: string
}

const purpose = 'installation keys'

/**
 * The keys of this installation, derived with the operator's secret. Throws if the secret was changed and this is
 * not the new one.
 */
export async function openSecrets(db: Kysely<Database>, place: SecretPlace): Promise<Secrets> {
  return deriveSecrets(await openRoots(db, place))
}

/** The roots themselves, for changing them. */
export async function openRoots(db: Kysely<Database>, place: SecretPlace): Promise<KeyRoots> {
  const sealed = await findSealedRoots(db)
  if (sealed === undefined) return { seal: place.secret, hash: place.secret }
  const roots = tryOpen(sealed, place.secret) ?? (await finishChange(sealed, place.dataDir))
  if (roots !== undefined) return roots
  throw new StartRefused(
    'The secret of this installation was changed, and this is not the new one. Set SECRET, or put into the file "secret" of the data folder, what it was changed to',
  )
}

/** The roots as they are stored. */
export function sealRoots(roots: KeyRoots, secret: string): string {
  return deriveSecrets(secret).seal(purpose, JSON.stringify(roots))
}

/** The file of the secret that is about to replace the stored one. */
export function nextSecretFile(dataDir: string): string {
  return join(dataDir, 'secret.new')
}

/** Makes the waiting secret the current one. */
export async function takeNextSecret(dataDir: string): Promise<void> {
  await rename(nextSecretFile(dataDir), join(dataDir, 'secret'))
}

/** An interrupted change that had reached the store, but not the file. */
async function finishChange(sealed: string, dataDir: string): Promise<KeyRoots | undefined> {
  const next = await readFile(nextSecretFile(dataDir), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const roots = next === undefined ? undefined : tryOpen(sealed, next.trim())
  if (roots !== undefined) await takeNextSecret(dataDir)
  return roots
}

function tryOpen(sealed: string, secret: string): KeyRoots | undefined {
  let text: string
  try {
    text = deriveSecrets(secret).open(purpose, sealed)
  } catch {
    // A text of ours that cannot be decrypted was sealed with another secret: there is no other way to tell.
    return undefined
  }
  return JSON.parse(text) as KeyRoots
}
