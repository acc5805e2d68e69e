// Plain JavaScript, because setup.mjs runs on older Nodes, too.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether server/dist was built from the clone's current files, by their times and sizes: comparing the contents of
 * 800 files would take a third of a command's time.
 *
 * @param {string} root the clone
 */
export function isServerBuilt(root) {
  const record = join(root, '.setup/server.json')
  if (!existsSync(record) || !existsSync(join(root, 'server/dist/main.js'))) return false
  /** @type {[path: string, mtimeMs: number, size: number][]} */
  const files = JSON.parse(readFileSync(record, 'utf8'))
  return files.every(([path, mtimeMs, size]) => {
    const now = statSync(join(root, path), { throwIfNoEntry: false })
    return now?.mtimeMs === mtimeMs && now.size === size
  })
}
