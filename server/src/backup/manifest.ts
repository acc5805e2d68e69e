import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { AppError } from '../errors.ts'
import { deriveSecrets } from '../store/control/secrets.ts'
import { readPieces } from './read-pieces.ts'

const strict = { additionalProperties: false }

const table = Type.Object(
  {
    name: Type.String({ pattern: '^\\w+$' }),
    engine: Type.String(),
    createStatement: Type.String(),
    rows: Type.Integer(),
    parts: Type.Array(Type.String({ pattern: '^\\w+$' })),
  },
  strict,
)

const manifestSchema = Type.Object({
  /** The version of the backup's layout; an unknown one is refused. */
  format: Type.Literal(1),
  /** The version of Tributary that made it. */
  version: Type.String(),
  createdAt: Type.String(),
  /** Verifies the secret that it was made with, and reveals nothing else about it. */
  secret: Type.String(),
  control: Type.Object(
    {
      migrations: Type.Array(Type.String()),
      tables: Type.Array(
        Type.Object({ name: Type.String({ pattern: '^\\w+$' }), rows: Type.Integer() }, strict),
      ),
    },
    strict,
  ),
  /** Absent if a ClickHouse server stores the events; it has its own backups. */
  events: Type.Optional(
    Type.Object(
      { engine: Type.String(), migrations: Type.Array(Type.String()), tables: Type.Array(table) },
      strict,
    ),
  ),
  files: Type.Array(
    Type.Object({ path: Type.String(), bytes: Type.Integer(), sha256: Type.String() }, strict),
  ),
})

/** What a backup holds. */
export type Manifest = Static<typeof manifestSchema>
export type BackedUpFile = Manifest['files'][number]

/** Written last, so a folder without it is no backup. */
export const manifestName = 'manifest.json'
/** The manifest's own SHA-256. */
export const manifestSumName = 'manifest.sha256'

export function secretMark(secret: string): string {
  return deriveSecrets(secret).hash('backup mark', 'tributary').slice(0, 22)
}

export function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

/** Reads the manifest of a backup and compares every file with it, byte for byte. */
export async function readVerified(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const known = new Set(manifest.files.map(({ path }) => path))
  for (const { path, bytes, sha256: expected } of manifest.files) {
    if (!/^(control|events|journal)\/[\w./-]+$/.test(path) || path.includes('..')) {
      throw damaged(`it names ${path}, which is no place in a backup`)
    }
    const found = await sumOf(join(folder, path))
    if (found === undefined) throw damaged(`${path} is missing`)
    if (found.bytes !== bytes || found.sha256 !== expected) throw damaged(`${path} was changed`)
  }
  for (const path of await filesBelow(folder)) {
    const isOwn = path === manifestName || path === manifestSumName
    if (!isOwn && !known.has(path)) throw damaged(`${path} does not belong to it`)
  }
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(absent)
  if (text === undefined) {
    throw new AppError('invalid', `${folder} holds no finished backup (it has no ${manifestName})`)
  }
  const sum = await readFile(join(folder, manifestSumName), 'utf8').catch(absent)
  if (sum?.slice(0, 64) !== sha256(text)) throw damaged(`${manifestName} was changed`)
  const found: unknown = JSON.parse(text)
  if (!Check(manifestSchema, found)) {
    throw new AppError(
      'invalid',
      `${folder} was made by a newer version of Tributary. Restore it with that version or a later one`,
    )
  }
  return found
}

async function sumOf(file: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of readPieces(file)) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    return absent(error as NodeJS.ErrnoException)
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

function damaged(what: string): AppError {
  return new AppError('invalid', `This backup is damaged: ${what}. Use another one`)
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
