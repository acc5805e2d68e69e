import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../structure/imports.ts'
import type { ContainerEngine } from './container-engine.ts'
import { imagesIn } from './pin-images.ts'

/** Files that the published slim images leave out, too. */
const leftOut = [
  ...['var/cache/apt', 'var/lib/apt/lists', 'var/log'],
  ...['doc', 'info', 'lintian', 'locale', 'man'].map((name) => `usr/share/${name}`),
]

/**
 * Makes replacements for the base images of deploy/Dockerfile, for machines that can reach no image registry:
 * Debian's packages by debootstrap, and in one of them this clone's Node with the machine's npm. Root only.
 */
export function makeBaseImages(engine: ContainerEngine): void {
  const named = imagesIn(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
  // Debian alone first: Node is added to the same files.
  const images = named.map(({ image }) => image).sort()
  if (images.every((image) => engine.succeeds('image', 'inspect', image))) return
  const folder = mkdtempSync(join(tmpdir(), 'tributary-base-'))
  try {
    installDebian(folder)
    for (const image of images) {
      if (image.startsWith('node:')) installNode(folder)
      const files = execFileSync('tar', ['-C', folder, '-c', '.'], { maxBuffer: 2 ** 30 })
      engine.callWith(files, 'import', '-', `docker.io/library/${image}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function installDebian(folder: string): void {
  const wanted = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Codename: bookworm']
  const targets = execFileSync('apt-get', ['indextargets', ...wanted], { encoding: 'utf8' })
  const [mirror = 'http://deb.debian.org/debian'] = targets
    .split('\n')
    .filter((line) => line !== '')
  const options = ['--variant=minbase', '--include=ca-certificates,tzdata']
  execFileSync('debootstrap', [...options, 'bookworm', folder, mirror], { stdio: ['ignore', 2, 2] })
  for (const path of leftOut) {
    const place = join(folder, path)
    for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true })
  }
}

function installNode(folder: string): void {
  const local = join(folder, 'usr/local')
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true })
  cpSync(join(root, 'node_modules/node/bin/node'), join(local, 'bin/node'))
  cpSync(join(npm, 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
  }
}
