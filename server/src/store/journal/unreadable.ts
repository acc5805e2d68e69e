import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeadLetters } from './dead-letters.ts'
import { syncDirectory } from './directory.ts'
import { parseOpenName, parseSealedName, type Segment } from './segment.ts'

/** The prefix of the reason for an unreadable file, followed by the disk's error. */
export const unreadable = 'cannot be read: '

const ending = '.unreadable'

/** Moves an unreadable file out of the way of the others; it is retried. */
export async function quarantineFile(file: string): Promise<void> {
  await rename(file, `${file}${ending}`)
}

/**
 * Restores quarantined files that can be read now: their names, without the dead letters.
 * `recover` returns the segments of a file that was still open. Returns the segments to ship.
 */
export async function readAgain(
  directory: string,
  deadLetters: DeadLetters,
  recover: (id: string) => Promise<Segment[]>,
): Promise<Segment[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(ending))
  const back: Segment[] = []
  for (const aside of names) {
    const name = aside.slice(0, -ending.length)
    const sealed = parseSealedName(name)
    const open = parseOpenName(name)
    if (sealed === undefined && open === undefined) continue
    if (!(await canBeRead(join(directory, aside)))) continue
    await rename(join(directory, aside), join(directory, name))
    await syncDirectory(directory)
    if (sealed !== undefined) back.push(sealed)
    if (open !== undefined) back.push(...(await recover(open)))
    await deadLetters.reclaim(
      ({ reason, segment }) => reason.startsWith(unreadable) && segment === (sealed?.name ?? open),
      async () => undefined,
    )
  }
  return back
}

async function canBeRead(file: string): Promise<boolean> {
  try {
    await readFile(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') return false
    throw error
  }
}
