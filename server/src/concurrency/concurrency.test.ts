import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batch } from './batch.ts'
import { coalesce, keyedCoalesce } from './coalesce.ts'
import { keyedMutex, mutex } from './mutex.ts'
import { semaphore } from './semaphore.ts'

/** Work that takes this many turns of the event loop, and then fails or not. */
const work = fc.record({
  key: fc.constantFrom('a', 'b'),
  /** Turns of the loop before it is requested. */
  after: fc.nat(4),
  takes: fc.nat(4),
  fails: fc.boolean(),
})
type Work = typeof work extends fc.Arbitrary<infer T> ? T : never
const works = fc.array(work, { minLength: 1, maxLength: 20 })

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

/** Runs each item through `ask`, and reports how each ended and which ran when. */
async function record(
  all: readonly Work[],
  ask: (one: Work, run: () => Promise<number>) => unknown,
) {
  const began: number[] = []
  let running = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    all.map(async (one, index) => {
      await turns(one.after)
      return ask(one, async () => {
        began.push(index)
        running += 1
        most = Math.max(most, running)
        await turns(one.takes)
        running -= 1
        if (one.fails) throw new Error(`${index}`)
        return index
      })
    }),
  )
  return { began, most, outcomes }
}

const endsOf = (all: readonly Work[]) =>
  all.map(({ fails }, index) =>
    fails
      ? { status: 'rejected', reason: expect.objectContaining({ message: `${index}` }) }
      : { status: 'fulfilled', value: index },
  )

describe('mutex', () => {
  it('runs one at a time, in the order of the calls, and each ends as its own work does', async () => {
    await fc.assert(
      fc.asyncProperty(works, async (drawn) => {
        const all = drawn.map((one) => ({ ...one, after: 0 }))
        const run = mutex()
        const { began, most, outcomes } = await record(all, (_, one) => run(one))
        expect(most).toBe(1)
        expect(began).toEqual(all.map((_, index) => index))
        expect(outcomes).toEqual(endsOf(all))
      }),
    )
  })

  it('by key, delays only work on the same key', async () => {
    await fc.assert(
      fc.asyncProperty(works, async (all) => {
        const run = keyedMutex()
        const at = new Map<string, number>()
        const { outcomes } = await record(all, ({ key }, one) =>
          run(key, async () => {
            expect(at.get(key) ?? 0).toBe(0)
            at.set(key, 1)
            try {
              return await one()
            } finally {
              at.set(key, 0)
            }
          }),
        )
        expect(outcomes).toEqual(endsOf(all))
      }),
    )
    const run = keyedMutex()
    const never = run('a', () => new Promise(() => undefined))
    expect(await run('b', async () => 'done')).toBe('done')
    expect(never).toBeInstanceOf(Promise)
  })
})

describe('semaphore', () => {
  it('runs so much at a time and no more, and never leaves room unused', async () => {
    await fc.assert(
      fc.asyncProperty(works, fc.integer({ min: 1, max: 4 }), async (drawn, most) => {
        const all = drawn.map((one) => ({ ...one, after: 0 }))
        const run = semaphore({ most, mostWaiting: 100, refuse: () => new Error('full') })
        const seen = await record(all, (_, one) => run(one))
        expect(seen.most).toBe(Math.min(most, all.length))
        expect(seen.outcomes).toEqual(endsOf(all))
      }),
    )
  })

  it('refuses what finds too much waiting, and nothing once that is done', async () => {
    const run = semaphore({ most: 1, mostWaiting: 1, refuse: () => new Error('full') })
    const ends = Promise.withResolvers<void>()
    const [first, second] = [run(() => ends.promise), run(async () => undefined)]
    await expect(run(async () => undefined)).rejects.toThrow('full')
    ends.resolve()
    await Promise.all([first, second])
    await run(async () => undefined)
  })
})

describe('coalesce', () => {
  it('gives each call a run that began after it, one at a time, and as few as possible', async () => {
    await fc.assert(
      fc.asyncProperty(works, async (all) => {
        let clock = 0
        const runs: { began: number; ended: number; fails: boolean }[] = []
        const share = coalesce(async () => {
          const run = { began: ++clock, ended: 0, fails: all[runs.length]?.fails ?? false }
          runs.push(run)
          await turns(all[runs.length - 1]?.takes ?? 0)
          run.ended = ++clock
          if (run.fails) throw run
          return run
        })
        const asked: number[] = []
        const answers = await Promise.all(
          all.map(async ({ after }, index) => {
            await turns(after)
            asked[index] = ++clock
            return share().catch((run: unknown) => run as (typeof runs)[number])
          }),
        )
        for (const [index, run] of answers.entries()) {
          expect(run.began).toBeGreaterThan(asked[index] as number)
          // No run lies between the call and its own: it would have served.
          const between = runs.filter(
            ({ began }) => began > (asked[index] as number) && began < run.began,
          )
          expect(between).toEqual([])
        }
        for (const [index, run] of runs.entries()) {
          expect(run.began).toBeGreaterThan(runs[index - 1]?.ended ?? 0)
        }
        expect(new Set(answers).size).toBe(runs.length)
      }),
    )
  })

  it('by key, different work runs at the same time', async () => {
    const share = keyedCoalesce()
    const never = share('a', () => new Promise(() => undefined))
    expect(await share('b', async () => 'done')).toBe('done')
    expect(never).toBeInstanceOf(Promise)
  })
})

describe('batch', () => {
  it('answers each item by itself, one batch at a time, of those that may go together', async () => {
    await fc.assert(
      fc.asyncProperty(works, async (all) => {
        const items = all.map((one, index) => ({ ...one, index }))
        let isRunning = false
        const together = batch<(typeof items)[number], number>({
          choose: (waiting) => waiting.filter(({ key }) => key === waiting[0]?.key).slice(0, 3),
          run: async (group) => {
            expect(isRunning).toBe(false)
            expect(group.length).toBeGreaterThan(0)
            expect(group.length).toBeLessThanOrEqual(3)
            expect(new Set(group.map(({ key }) => key)).size).toBe(1)
            isRunning = true
            await turns(group[0]?.takes ?? 0)
            isRunning = false
            if (group.some(({ fails }) => fails)) throw new Error('of all')
            return group.map(({ index }) => index)
          },
        })
        const outcomes = await Promise.allSettled(
          items.map(async (item) => {
            await turns(item.after)
            return together.add(item)
          }),
        )
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome.status === 'fulfilled') expect(outcome.value).toBe(index)
          else expect(outcome.reason.message).toBe('of all')
          if (items[index]?.fails) expect(outcome.status).toBe('rejected')
        }
        expect(together.waiting).toBe(0)
      }),
    )
  })

  it('batches what arrives in one turn of the event loop', async () => {
    const sizes: number[] = []
    const together = batch<object, undefined>({
      run: async (items) => {
        sizes.push(items.length)
        return items.map(() => undefined)
      },
    })
    await Promise.all([
      together.add({}),
      Promise.resolve().then(() => together.add({})),
      together.add({}),
    ])
    expect(sizes).toEqual([3])
  })
})
