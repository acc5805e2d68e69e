import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { withCheck } from '../store/journal/line-check.ts'
import { parseSealedName, segmentFile } from '../store/journal/segment.ts'

export const silent = pino({ level: 'silent' })

/** A journal line, unique by its id. */
export function aLine(id: number | string, filling = ''): string {
  return withCheck(
    `{"site_id":"test","id":${JSON.stringify(id)},"filling":${JSON.stringify(filling)},`,
  )
}

/** A folder that is removed when its test has ended. */
export async function aFolder(onEnd: (remove: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-journal-'))
  onEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The ids of all lines in the sealed segments of a closed journal, oldest first. */
export async function idsIn(directory: string): Promise<unknown[]> {
  return (await textIn(directory))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).id)
}

/** The inserts that the sealed segments of a closed journal would be shipped as. */
export async function textIn(directory: string): Promise<string> {
  const segments = (await readdir(directory)).sort().map(parseSealedName)
  const texts = segments
    .filter((segment) => segment !== undefined)
    .map(async (segment) => {
      const bytes = await readFile(segmentFile(directory, segment))
      return bytes.subarray(0, segment.bytes).toString()
    })
  return (await Promise.all(texts)).join('')
}
