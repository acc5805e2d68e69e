import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { countDeadLetters } from '../store/journal/dead-letters.ts'
import { isUnexplained } from '../store/journal/quarantine.ts'
import { begunMs, parseOpenName, parseSealedName } from '../store/journal/segment.ts'
import type { Finding } from './finding.ts'

/** Longer than any healthy engine leaves an event waiting. */
const lateMs = 5 * 60_000

/** Whether events wait for the engine, and whether some are quarantined. */
export async function checkJournal({ dataDir }: Config): Promise<Finding> {
  const folder = join(dataDir, 'journal')
  const names = await namesIn(folder)
  const segments = names.flatMap((name) => parseSealedName(name)?.id ?? parseOpenName(name) ?? [])
  const sizes = names
    .filter((name) => parseSealedName(name) ?? parseOpenName(name))
    .map((name) => sizeOf(join(folder, name)))
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  const unreadable = names.filter((name) => name.endsWith('.unreadable')).length
  const rejected = await countDeadLetters(join(folder, 'dead-letters'))
  const waiting = await countDeadLetters(join(folder, 'dead-letters'), isUnexplained)
  const ageMs = segments.length === 0 ? 0 : Date.now() - Math.min(...segments.map(begunMs))

  const message = `${(bytes / 1e6).toFixed(1)} MB wait for the engine`
  if (rejected > 0 || unreadable > 0) {
    const what = `${rejected} events are quarantined and ${unreadable} files cannot be read`
    const retried =
      waiting === 0
        ? ''
        : `. ${waiting} of them are tried again every hour, or now with \`journal retry\``
    return {
      level: 'warning',
      message: `${message}; ${what}: see ${join(folder, 'dead-letters')}, where each line says why${retried}`,
    }
  }
  if (bytes > 0 && ageMs > lateMs) {
    const minutes = Math.round(ageMs / 60_000)
    return {
      level: 'warning',
      message: `${message}, the oldest for ${minutes} minutes: start the server, or see why the engine does not take them`,
    }
  }
  return { message }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** A running server ships and removes segments between the listing and this check. */
async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0
      throw error
    },
  )
}
