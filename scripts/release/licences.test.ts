import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { permissive, readLock, shippedPackages, thirdPartyPage } from './licences.ts'

const shipped = shippedPackages(readLock())

describe('what is shipped', () => {
  it('is what docs/third-party.md lists (npm run licences)', () => {
    const page = readFileSync(new URL('../../docs/third-party.md', import.meta.url), 'utf8')
    expect(page).toBe(thirdPartyPage(shipped))
  })

  it('has permissive licences only', () => {
    const choices = (licence: string) => licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
    expect(
      shipped.filter(({ licence }) => !choices(licence).some((one) => permissive.has(one))),
    ).toEqual([])
  })

  it('holds what the server, the commands and the dashboard name, and no tool', () => {
    const names = shipped.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['fastify', 'chdb', 'commander', 'react', 'scheduler', 'typebox']),
    )
    expect(names).not.toContain('vitest')
    expect(names).not.toContain('@types/react')
    expect(names.filter((name) => name.startsWith('@tributary/'))).toEqual([])
  })
})

it('a package that names no licence stops the list', () => {
  const packages = {
    server: { dependencies: { odd: '1.0.0' } },
    'node_modules/odd': { version: '1.0.0' },
  }
  expect(() => shippedPackages({ packages })).toThrow('odd names no licence')
})
