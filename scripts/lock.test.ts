import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Entry {
  integrity?: string
  link?: boolean
}

/**
 * Platform packages whose checksum nobody could look up: the registry that the lock was made with does not carry them.
 * They are optional and never installed on Linux on x64. None may be added to this list.
 */
const unverified = [
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64', 'win32-arm64', 'win32-x64'].map(
    (platform) => `node_modules/@biomejs/cli-${platform}`,
  ),
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map(
    (platform) => `node_modules/@chdb/lib-${platform}`,
  ),
]

it('the lock has a checksum of every package, but for nine of other platforms', () => {
  const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }
  const foreign = Object.entries(packages).filter(([place]) => place.includes('node_modules/'))
  const without = foreign.filter(([, { integrity, link }]) => !integrity && !link)
  expect(foreign.length).toBeGreaterThan(300)
  expect(without.map(([place]) => place).sort()).toEqual([...unverified].sort())
})
