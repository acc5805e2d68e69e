import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns.ts'

/** Takes turns for sites in this order and answers in which they began, one ending after the other. */
async function orderOf(turns: FairTurns, sites: readonly string[]): Promise<string[]> {
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

it('a quiet site waits for one hit of a noisy one, however many of those are waiting', async () => {
  const turns = new FairTurns(() => false, { mostAtWork: 1, mostOnSlowDisk: 4, mostWaiting: 1_000 })
  const began = await orderOf(turns, [...Array(500).fill('noisy'), 'quiet', 'quiet'])
  expect(began.slice(0, 5)).toEqual(['noisy', 'noisy', 'quiet', 'noisy', 'quiet'])
  expect(began).toHaveLength(502)
})

it('no hit waits while there is capacity, and a finished hit frees capacity', async () => {
  const turns = new FairTurns(() => false, { mostAtWork: 2, mostOnSlowDisk: 4, mostWaiting: 1 })
  expect([turns.take('a'), turns.take('a')]).toEqual([undefined, undefined])
  const third = turns.take('a')
  expect(third).toBeInstanceOf(Promise)
  turns.pass()
  await third
  turns.pass()
  turns.pass()
  expect(turns.take('b')).toBeUndefined()
})

it('refuses the noisy sites first, and the quiet ones when it is too much of those as well', () => {
  const turns = new FairTurns(() => false, { mostAtWork: 1, mostOnSlowDisk: 4, mostWaiting: 8 })
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

it('refuses with a time to come back when too many wait already', () => {
  const turns = new FairTurns(() => false, { mostAtWork: 1, mostOnSlowDisk: 4, mostWaiting: 2 })
  for (let n = 0; n < 3; n++) void turns.take('a')
  expect(() => turns.take('a')).toThrow(
    expect.objectContaining({ kind: 'unavailable', retryAfterSeconds: 2 }),
  )
})

it('more are under way on a slow disk, and no more than otherwise once it is quick again', async () => {
  let isSlow = false
  const limits = { mostAtWork: 1, mostOnSlowDisk: 3, mostWaiting: 100 }
  const turns = new FairTurns(() => isSlow, limits)
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
