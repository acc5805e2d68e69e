import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pump } from './pump.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('runs at once where that is asked for while a run ends, and not only after the pause', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const work = () => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }
  const sweeps = pump(work, { everyMs: 3_600_000, retryMs: 60_000, onError: () => undefined })
  void sweeps.now()
  sweeps.wake(0)
  runs[0]?.resolve()
  await pass(1)
  expect(runs).toHaveLength(2)
})

it('runs again after a pause, sooner after a failure or when woken, and not once it is stopped', async () => {
  const startedMs = performance.now()
  const times: number[] = []
  const errors: unknown[] = []
  const work = async () => {
    times.push(performance.now() - startedMs)
    if (times.length === 2) throw new Error('busy')
  }
  const options = { everyMs: 1_000, retryMs: 100, onError: (error: unknown) => errors.push(error) }
  const regular = pump(work, options)
  await pass(500)
  regular.wake(50)
  regular.wake(300)
  await pass(1_000)
  expect(times).toEqual([550])
  await pass(200)
  expect(times).toEqual([550, 1550, 1650])
  expect(errors).toEqual([new Error('busy')])
  await regular.stop()
  regular.wake(0)
  await pass(10_000)
  expect(times).toHaveLength(3)
})
