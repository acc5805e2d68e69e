#!/usr/bin/env node
// The program of the npm package: `tributary` serves, `tributary site list` and the like are commands. Plain
// JavaScript for the machine's own Node; the server itself needs a newer one, which is installed as a package.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const words = process.argv.slice(2)
// Its place in the package: scripts/release/make-packages.ts.
const program = new URL(`../server/dist/${words.length === 0 ? 'main' : 'cli'}.js`, import.meta.url)
const isNewEnough = Number.parseInt(process.versions.node, 10) >= 24

if (isNewEnough) await import(program.href)
else runWith(packagedNode())

/** @param {string | undefined} node */
function runWith(node) {
  if (node === undefined) {
    process.stderr.write(
      `Tributary needs Node 24 or newer, and this is Node ${process.versions.node}; its package for ${process.platform}-${process.arch} was not installed. Install Node 24, or install Tributary again with optional packages.\n`,
    )
    process.exit(1)
  }
  const child = spawn(node, [fileURLToPath(program), ...words], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}

function packagedNode() {
  const { platform, arch } = process
  const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  try {
    const file = createRequire(import.meta.url).resolve(`${name}-${platform}-${arch}/package.json`)
    return join(dirname(file), 'bin/node')
  } catch {
    return undefined
  }
}
