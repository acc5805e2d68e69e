// Checks that npm installed what was pinned. Plain JavaScript, because setup.mjs runs on older Nodes, too.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Compares the Node that the package `node` fetched outside of the lock with its pinned checksum, and looks for
 * installed packages that the lock has no checksum of. `wrong` must never run; for `unpinned` nothing is known
 * against which it could be compared.
 *
 * @param {string} root the clone
 * @param {string} platform such as `linux-x64`
 * @returns {{ wrong: string[], unpinned: string[] }}
 */
export function verifyPackages(root, platform = `${process.platform}-${process.arch}`) {
  const { packages } = readJson(root, 'package-lock.json')
  const pinned = readJson(root, 'scripts/runtime-checksums.json')
  const wrong = []
  const unpinned = Object.entries(packages)
    .filter(
      ([place, { integrity, link }]) => place.includes('node_modules/') && !integrity && !link,
    )
    .map(([place]) => place)
    .filter((place) => existsSync(join(root, place)))
  const { version } = packages['node_modules/node']
  const checksum = pinned.version === version ? pinned.platforms[platform] : undefined
  const name = `Node ${version} for ${platform}`
  if (!checksum) unpinned.push(name)
  else if (checksum.sha256 !== sha256(join(root, 'node_modules/node', checksum.file))) {
    wrong.push(name)
  }
  return { wrong, unpinned }
}

function readJson(root, file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}

function sha256(file) {
  return existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex')
}
