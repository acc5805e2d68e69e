import { open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory } from '../../journal/directory.ts'
import type { Erasure } from './erasure-rows.ts'

/**
 * A copy of every erasure this node knows, outside the stores: a control store restored from
 * an older backup lacks the latest ones, and this file has them.
 */
export interface ErasureFile {
  read(): Promise<Erasure[]>
  /** Durable when it resolves. */
  append(erasures: readonly Erasure[]): Promise<void>
}

export function erasureFile(path: string): ErasureFile {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      return text.split('\n').flatMap(erasureOf)
    },
    async append(erasures) {
      if (erasures.length === 0) return
      const handle = await open(path, 'a', 0o600)
      try {
        // Begins with a line end, so that an incomplete line from a crash does not swallow this one.
        await handle.appendFile(erasures.map((one) => `\n${JSON.stringify(one)}\n`).join(''))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await syncDirectory(dirname(path))
    },
  }
}

/** An erasure that a crash interrupted was not confirmed to anybody, so an invalid line is left out. */
function erasureOf(line: string): Erasure[] {
  let found: Partial<Erasure> | null
  try {
    found = JSON.parse(line || 'null') as Partial<Erasure> | null
  } catch {
    return []
  }
  const { siteId, visitorId, erasedMs, whole } = found ?? {}
  if (typeof siteId !== 'string' || typeof visitorId !== 'string') return []
  if (typeof erasedMs !== 'number') return []
  const past = { siteId, visitorId, erasedMs }
  return whole === 'reset' || whole === 'delete' ? [{ ...past, whole }] : [past]
}
