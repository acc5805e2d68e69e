import { expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { silent } from '../test/engine.ts'
import { minuteMs } from '../time/durations.ts'
import { commitTogether } from './commit-together.ts'
import { takeLease } from './lease-rows.ts'
import { type Job, runIfDue } from './leased-jobs.ts'

describeOnControlStores('a job that one node does for all', (stores) => {
  /** Nodes on one store, with one clock that the test moves. */
  async function nodes() {
    const place = await stores.newPlace()
    const time = { ms: Date.UTC(2026, 10, 21) }
    const clock = { now: () => time.ms, monotonic: () => time.ms }
    const node = async (owner: string) => {
      const services = { control: await stores.open(place), clock, logger: silent }
      return (job: Job) => runIfDue(services, owner, job)
    }
    return { time, a: await node('a'), b: await node('b'), place }
  }
  const aJob = (run: Job['run']): Job => ({ name: 'job', everyMs: 10 * minuteMs, run })

  it('is done once when both ask at once, and again only when it is due', async () => {
    const { time, a, b } = await nodes()
    let runs = 0
    const job = aJob(async () => void runs++)
    const done = await Promise.all([a(job), b(job), a(job), b(job)])
    expect(done.filter(Boolean)).toHaveLength(1)
    time.ms += 9 * minuteMs
    expect([await a(job), await b(job)]).toEqual([false, false])
    // The nodes agree on the time to some milliseconds.
    time.ms += minuteMs + 1_000
    expect([await b(job), await a(job)]).toEqual([true, false])
    expect(runs).toBe(2)
  })

  it('is left alone while a node runs it, and taken over when that node died', async () => {
    const { time, a, b } = await nodes()
    const { promise: forever, resolve } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const stuck = a(
      aJob(() => {
        begin()
        return forever
      }),
    )
    await begun
    expect(await b(aJob(async () => undefined))).toBe(false)
    time.ms += 2 * minuteMs
    expect(await b(aJob(async () => undefined))).toBe(true)
    resolve()
    await stuck
  })

  // SQLite has one node, and no clock of its own.
  const skews: [string, number][] =
    stores.dialect === 'postgres'
      ? [
          ['fast', 8],
          ['slow', -8],
        ]
      : []
  it.each(skews)('is left alone by a node whose clock is %s', async (_, minutes) => {
    const place = await stores.newPlace()
    const node = async (owner: string) => {
      const control = await stores.open(place)
      return (job: Job) => runIfDue({ control, clock: systemClock, logger: silent }, owner, job)
    }
    const [a, b] = [await node('a'), await node('b')]
    const ends = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const atIt = a(
      aJob(() => {
        begun.resolve()
        return ends.promise
      }),
    )
    await begun.promise
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minuteMs })
    onTestFinished(() => void vi.useRealTimers())
    expect(await b(aJob(async () => undefined))).toBe(false)
    vi.useRealTimers()
    ends.resolve()
    expect(await atIt).toBe(true)
    // Nor does it wait longer, or less, until it is due once more.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minuteMs })
    expect(await b(aJob(async () => undefined))).toBe(false)
  })

  it('is tried again at once, by any node, when it failed', async () => {
    const { a, b } = await nodes()
    const failing = aJob(async () => {
      throw new Error('no')
    })
    await expect(a(failing)).rejects.toThrow('no')
    expect(await b(aJob(async () => undefined))).toBe(true)
  })

  it('is taken and given back in a commit with others that come at the same time', async () => {
    const control = await stores.open(await stores.newPlace())
    const together = commitTogether(control)
    const claim = { owner: 'a', nowMs: 0, untilMs: minuteMs, everyMs: minuteMs }
    const take = (name: string) => together((db) => takeLease(db, { name, ...claim }))
    const fails = together(() => Promise.reject(new Error('no')))
    const ends = await Promise.allSettled([fails, take('one'), take('two')])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await Promise.all(['one', 'two', 'one'].map(take))).toEqual([true, true, false])
  })
})
