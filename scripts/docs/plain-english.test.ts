// Counts words that other products do not use (docs/glossary.md) in code, docs and texts. A word's limit only goes down.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../structure/imports.ts'
import words from './plain-words.json' with { type: 'json' }

/** Published migrations never change, and the glossary lists the words themselves. */
const skipped = /^docs\/glossary\.md$|\/migrations\/|\/schema\/.*\.sql$/
const files = globSync('**/*.{ts,tsx,mjs,md,sql}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'data/**'],
}).filter((file) => !skipped.test(file))
const lines = files.flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))

it.each(Object.entries(words))('uses “%s” rarely', (word, { say, atMost }) => {
  const odd = new RegExp(`\\b(?:${word})\\b`, 'i')
  expect(lines.filter((line) => odd.test(line)).length, `say: ${say}`).toBeLessThanOrEqual(atMost)
})

it('reads all sources', () => expect(files.length).toBeGreaterThan(1000))
