import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const dist = join(import.meta.dirname, '../dist')
const page = readFileSync(join(dist, 'index.html'), 'utf8')

it('fetches at most 160 kB of script before it can draw', () => {
  const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path ?? '')
  const bytes = scripts.reduce((sum, path) => sum + statSync(join(dist, `${path}.gz`)).size, 0)
  expect(scripts.length).toBeGreaterThan(1)
  expect(bytes).toBeLessThanOrEqual(160_000)
})

it('holds no inline script or style and asks no other host', () => {
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
  expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=/)
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
})
