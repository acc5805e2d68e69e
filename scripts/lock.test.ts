import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { verifyPackages } from './verify-packages.mjs'

interface Entry {
  integrity?: string
  link?: boolean
  resolved?: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }

/**
 * Packages of the embedded engine without a known checksum: the registry that the lock was made with lacks these
 * platforms, and setup refuses them. Do not add to this list.
 */
const unverified = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map(
  (platform) => `node_modules/@chdb/lib-${platform}`,
)

it('the lock has a checksum of every package, but for the engine of three platforms', () => {
  const foreign = Object.entries(packages).filter(([place]) => place.includes('node_modules/'))
  const without = foreign.filter(([, { integrity, link }]) => !integrity && !link)
  expect(foreign.length).toBeGreaterThan(300)
  expect(without.map(([place]) => place)).toEqual(unverified)
})

it('setup says that the Node of the machine is too old', () => {
  const before = "Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } })"
  const preload = `data:text/javascript,${encodeURIComponent(before)}`
  const parameters = ['--import', preload, join(root, 'scripts/setup.mjs'), '--no-build']
  const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^Installing Tributary needs Node 20 or newer, and this is Node 18.*\n$/),
  ])
})

it('the lock names no registry', () => {
  const resolved = Object.values(packages).flatMap((entry) => entry.resolved ?? [])
  expect(resolved.filter((place) => place.includes('//'))).toEqual([])
})

it('the Node that tests and server run on is the one that was pinned, and no other gets past setup', () => {
  expect(verifyPackages(root)).toEqual({ wrong: [], unpinned: [] })
  const clone = mkdtempSync(join(tmpdir(), 'tributary-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true }))
  for (const file of ['package-lock.json', 'scripts/runtime-checksums.json']) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(join(root, file), join(clone, file))
  }
  const name = /^Node 24\.\d+\.\d+ for linux-arm64$/
  const { wrong: absent } = verifyPackages(clone, 'linux-arm64')
  expect(absent).toEqual([expect.stringMatching(name)])
  mkdirSync(join(clone, 'node_modules/node/bin'), { recursive: true })
  writeFileSync(join(clone, 'node_modules/node/bin/node'), '#!/bin/sh\necho v24.21.0\n')
  expect(verifyPackages(clone, 'linux-arm64').wrong).toEqual(absent)
  mkdirSync(join(clone, unverified[0] ?? ''), { recursive: true })
  expect(verifyPackages(clone, 'darwin-arm64')).toEqual({
    wrong: [],
    unpinned: [unverified[0], expect.stringMatching(/^Node 24\.\d+\.\d+ for darwin-arm64$/)],
  })
})
