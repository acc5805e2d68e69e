import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { controlFile } from '@tributary/server/store/control/control-store.ts'

/** The steps of a server on its disk, from a hit to the rows of its reports, as seen from outside. */
export const steps = [
  'a segment is begun',
  'a segment is sealed',
  'a segment is removed',
  'an insert is begun',
  'an insert is recorded',
  'an insert is in place',
  'a merge is begun',
  'a merge is in place',
  'a mutation is begun',
  'a checkpoint',
  'any moment',
] as const

export type Step = (typeof steps)[number]

/** Where a step shows itself: the folders, and how the name that changed looks. */
export interface Sign {
  folders: (dataDir: string) => string[]
  name: RegExp
  /** Whether the name has to be there, or gone; undefined when that does not matter. */
  isThere?: boolean
}

export const journal = (dataDir: string) => [join(dataDir, 'journal')]
const tables = (dataDir: string) => subfolders(join(dataDir, 'events/db/store')).flatMap(subfolders)
const records = (dataDir: string) =>
  tables(dataDir)
    .map((table) => join(table, 'deduplication_logs'))
    .filter(existsSync)

const signs: Readonly<Record<Exclude<Step, 'any moment'>, Sign>> = {
  'a segment is begun': { folders: journal, name: /\.open$/, isThere: true },
  'a segment is sealed': { folders: journal, name: /\.sealed$/, isThere: true },
  'a segment is removed': { folders: journal, name: /\.sealed$/, isThere: false },
  'an insert is begun': { folders: tables, name: /^tmp_insert_/ },
  'an insert is recorded': { folders: records, name: /\.txt$/ },
  'an insert is in place': { folders: tables, name: /^\w+_\d+_\d+_0$/, isThere: true },
  'a merge is begun': { folders: tables, name: /^tmp_merge_/ },
  'a merge is in place': { folders: tables, name: /^\w+_\d+_\d+_[1-9]\d*$/, isThere: true },
  'a mutation is begun': { folders: tables, name: /^tmp_mut/ },
  'a checkpoint': { folders: (dataDir) => [controlFile(dataDir)], name: /./ },
}

/** Resolves with true when a server is at the step, with false when it was not within `patienceMs`. */
export function untilStep(step: Step, dataDir: string, patienceMs: number): Promise<boolean> {
  return step === 'any moment' ? Promise.resolve(true) : untilSign(signs[step], dataDir, patienceMs)
}

/** The same for a scenario's own sign. `found` is called synchronously when the sign was seen. */
export function untilSign(
  { folders, name, isThere }: Sign,
  dataDir: string,
  patienceMs: number,
  found: () => void = () => undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    const watchers: FSWatcher[] = []
    const end = (isSeen: boolean) => {
      if (isSeen && watchers.length > 0) found()
      clearTimeout(timer)
      for (const watcher of watchers.splice(0)) watcher.close()
      resolve(isSeen)
    }
    const timer = setTimeout(end, patienceMs, false)
    for (const folder of folders(dataDir).filter(existsSync)) {
      const watcher = watch(folder, (_, changed) => {
        if (changed === null || !name.test(changed)) return
        if (isThere === undefined || existsSync(join(folder, changed)) === isThere) end(true)
      })
      watchers.push(watcher.on('error', () => watcher.close()))
    }
  })
}

function subfolders(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(dir, entry.name))
}
