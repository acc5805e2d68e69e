import { expect, it } from 'vitest'
import { hitTurns } from './hit-turns.ts'

const mostAtWork = 512
const mostWaiting = 8_192

it('refuses with a time to come back when too many wait already', () => {
  const turns = hitTurns({ isDiskSlow: () => false })
  for (let n = 0; n < mostAtWork; n++) expect(turns.take('a')).toBeUndefined()
  for (let n = 0; n < mostWaiting; n++) void turns.take('a')
  expect(() => turns.take('a')).toThrow(
    expect.objectContaining({ kind: 'unavailable', retryAfterSeconds: 2 }),
  )
})

it('more are in progress on a slow disk, and no more than otherwise once it is quick again', async () => {
  let isSlow = true
  const turns = hitTurns({ isDiskSlow: () => isSlow })
  for (let n = 0; n < 2 * mostAtWork; n++) expect(turns.take('a')).toBeUndefined()
  isSlow = false
  const next = turns.take('a')
  let hasBegun = false
  void next?.then(() => {
    hasBegun = true
  })
  for (let n = 0; n < mostAtWork; n++) turns.pass()
  await new Promise(setImmediate)
  expect(hasBegun).toBe(false)
  turns.pass()
  await next
})
