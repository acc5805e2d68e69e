import { expect, it } from 'vitest'
import { WorkQueue } from './work-queue.ts'

const settled = () => new Promise(setImmediate)

it('imports of a busy site do not delay the first one of another, and run one after the other', async () => {
  const queue = new WorkQueue()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const add = (siteId: string, name: string) =>
    queue.add(siteId, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  for (const name of ['a1', 'a2', 'a3']) add('a', name)
  add('b', 'b1')
  add('c', 'c1')
  expect(begun).toEqual(['a1', 'b1'])
  ends[0]?.()
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  ends[1]?.()
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1'])
  for (let index = 2; index < 5; index++) {
    ends[index]?.()
    await settled()
  }
  await queue.idle()
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'a3'])
})

it('imports that wait when the server stops are not begun', async () => {
  const queue = new WorkQueue()
  const begun: string[] = []
  queue.add('a', async (shouldStop) => {
    while (!shouldStop()) await settled()
  })
  queue.add('a', async () => {
    begun.push('a2')
  })
  await queue.close()
  expect(begun).toEqual([])
})
