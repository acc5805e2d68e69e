import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFiles } from '../../vitest.config.ts'
import { root } from './imports.ts'

/**
 * Careful: the servers and engines that the test files of a worker share live in its process. Faked timers once made
 * an engine's watch believe that seconds had passed, and the next file found its engine killed.
 */
it('tests fake no timers, only the date', () => {
  const exclude = (name: string) => name.endsWith('node_modules')
  const found = globSync(testFiles, { cwd: root, exclude }).flatMap((file) => {
    const calls = readFileSync(join(root, file), 'utf8').matchAll(/useFakeTimers\((.*)/g)
    return [...calls].map(([, rest = '']) => ({
      file,
      isOfDate: rest.startsWith("{ toFake: ['Date']"),
    }))
  })
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ isOfDate }) => !isOfDate)).toEqual([])
})
