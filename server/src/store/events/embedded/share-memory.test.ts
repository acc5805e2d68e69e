import { expect, it } from 'vitest'
import { shareMemory } from './share-memory.ts'

const tooMuch = new Error('(total) memory limit exceeded: would use 500 MiB')

it('a read that never finds memory fails with the reason once its patience has ended', async () => {
  const share = shareMemory()
  let tries = 0
  const read = () => {
    tries++
    return Promise.reject(tooMuch)
  }
  await expect(share(read, 1_000)).rejects.toBe(tooMuch)
  expect(tries).toBeGreaterThan(1)
})

it('a read that would need too much by itself fails at once', async () => {
  const share = shareMemory()
  let tries = 0
  const failure = new Error('(for query) memory limit exceeded')
  const read = () => {
    tries++
    return Promise.reject(failure)
  }
  await expect(share(read, 60_000)).rejects.toBe(failure)
  expect(tries).toBe(1)
})

it('a read that waits for memory does not block others', async () => {
  const share = shareMemory()
  let isMemoryFree = false
  const patient = share(
    () => (isMemoryFree ? Promise.resolve('patient') : Promise.reject(tooMuch)),
    60_000,
  )
  let tries = 0
  const other = () => (++tries === 1 ? Promise.reject(tooMuch) : Promise.resolve('other'))
  expect(await share(other, 30_000)).toBe('other')
  isMemoryFree = true
  expect(await patient).toBe('patient')
})
