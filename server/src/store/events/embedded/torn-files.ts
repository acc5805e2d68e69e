import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes the remains of an unconfirmed statement on a full disk that would keep the engine from opening a table: an
 * incomplete text of a mutation (`mutation_12.txt`). A healthy engine writes that text under another name first.
 * Returns what was removed, for the log.
 */
export function removeTornFiles(dir: string): string[] {
  const done: string[] = []
  for (const table of tableDirs(join(dir, 'store'))) {
    for (const name of readdirSync(table).filter((name) => /^mutation_\d+\.txt$/.test(name))) {
      if (isWholeMutation(readFileSync(join(table, name), 'utf8'))) continue
      rmSync(join(table, name))
      done.push(`removed ${join(table, name)}, which was never written to its end`)
    }
  }
  return done
}

const isWholeMutation = (text: string) =>
  text.startsWith('format version: 1\n') && text.includes('\ncommands: ') && text.endsWith('\n')

/** `store/abc/abc12345-…/`, one for each table. */
function tableDirs(store: string): string[] {
  return subfolders(store).flatMap(subfolders)
}

function subfolders(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(dir, entry.name))
  } catch (error) {
    // A folder that no engine has opened yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
