import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { functionLengths } from './function-lengths.ts'
import { root } from './imports.ts'
import { productFiles } from './modules.ts'

it('a function has at most 80 lines, and nine in ten at most 30', () => {
  const texts = new Map(productFiles.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const functions = functionLengths(texts).sort((a, b) => b.lines - a.lines)
  expect(functions.filter(({ lines }) => lines > 80)).toEqual([])
  expect(functions[Math.floor(functions.length / 10)]?.lines).toBeLessThanOrEqual(30)
})
