import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const refuse = () => new Error('there is more to do than can be done')

const queueOf = (most: number, mostWaiting: number) =>
  new FairQueue({ hasRoom: (running) => running < most, mostWaiting, refuse })

/** Requests turns for sites in this order and returns the order in which they began, one ending after the other. */
async function orderOf(turns: FairQueue, sites: readonly string[]): Promise<string[]> {
  const began: string[] = []
  const all = sites.map(async (site) => {
    const turn = turns.take(site)
    if (turn !== undefined) await turn
    began.push(site)
    await new Promise(setImmediate)
    turns.pass()
  })
  await Promise.all(all)
  return began
}

it('a quiet key waits for one task of a busy one, however many of those are waiting', async () => {
  const turns = queueOf(1, 1_000)
  const began = await orderOf(turns, [...Array(500).fill('noisy'), 'quiet', 'quiet'])
  expect(began.slice(0, 5)).toEqual(['noisy', 'noisy', 'quiet', 'noisy', 'quiet'])
  expect(began).toHaveLength(502)
})

it('nothing waits below the limit, and each task that ends starts another', async () => {
  const turns = queueOf(2, 1)
  expect([turns.take('a'), turns.take('a')]).toEqual([undefined, undefined])
  const third = turns.take('a')
  expect(third).toBeInstanceOf(Promise)
  turns.pass()
  await third
  turns.pass()
  turns.pass()
  expect(turns.take('b')).toBeUndefined()
})

it('refuses the busy keys first, and the quiet ones when they are too many as well', () => {
  const turns = queueOf(1, 8)
  for (let n = 0; n < 9; n++) void turns.take('noisy')
  expect(() => turns.take('noisy')).toThrow(/more to do/)
  const isTaken = (site: string) => {
    try {
      void turns.take(site)
      return true
    } catch {
      return false
    }
  }
  expect([isTaken('quiet'), isTaken('quiet'), isTaken('quiet')]).toEqual([true, true, false])
  const others = Array.from({ length: 20 }, (_, n) => isTaken(`other ${n}`))
  expect(others.filter(Boolean).length).toBeLessThanOrEqual(6)
  expect(isTaken('noisy')).toBe(false)
})

it('more run when the limit is raised, and fewer again when it is lowered', async () => {
  let isSlow = false
  const hasRoom = (running: number) => running < (isSlow ? 3 : 1)
  const turns = new FairQueue({ hasRoom, mostWaiting: 100, refuse })
  let atWork = 0
  const begin = async () => {
    await turns.take('a')
    atWork++
  }
  const end = async () => {
    atWork--
    turns.pass()
    await new Promise(setImmediate)
  }
  for (let n = 0; n < 10; n++) void begin()
  await new Promise(setImmediate)
  expect(atWork).toBe(1)
  isSlow = true
  await end()
  expect(atWork).toBe(3)
  isSlow = false
  await end()
  expect(atWork).toBe(2)
  await end()
  expect(atWork).toBe(1)
  await end()
  expect(atWork).toBe(1)
})
