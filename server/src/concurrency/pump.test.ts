import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { type PumpOptions, pump } from './pump.ts'

const never = Number.POSITIVE_INFINITY
const anHourMs = 3_600_000

/** A pump of work that `run` does, with the number of its runs. */
function counted(run: (runs: number) => Promise<void>, options: Partial<PumpOptions>) {
  const found = { runs: 0, errors: [] as unknown[] }
  const onError = (error: unknown) => found.errors.push(error)
  const work = () => run(++found.runs)
  return { ...pump(work, { everyMs: never, retryMs: never, onError, ...options }), found }
}

it('runs at once where that is asked for while a run ends, and not only after the pause', async () => {
  const first = Promise.withResolvers<void>()
  const { now, wake, stop, found } = counted(() => first.promise, { everyMs: anHourMs })
  void now()
  wake(0)
  first.resolve()
  await vi.waitUntil(() => found.runs === 2)
  await stop()
})

it('runs at the soonest of several times', async () => {
  const { wake, stop, found } = counted(async () => undefined, {})
  const startedMs = performance.now()
  wake(anHourMs)
  wake(30)
  wake(anHourMs)
  await vi.waitUntil(() => found.runs === 1, { interval: 1 })
  // A timer's milliseconds are whole ones.
  expect(performance.now() - startedMs).toBeGreaterThan(29)
  await stop()
})

it('runs again after its pause, after a failure after another one, and not once it is stopped', async () => {
  const regular = counted(async () => undefined, { everyMs: 10 })
  regular.wake(0)
  await vi.waitUntil(() => regular.found.runs > 2)
  const fail = async (runs: number) => {
    if (runs < 3) throw new Error('busy')
  }
  const failing = counted(fail, { retryMs: 10 })
  failing.wake(0)
  await vi.waitUntil(() => failing.found.runs === 3)
  expect(failing.found.errors).toEqual([new Error('busy'), new Error('busy')])
  await regular.stop()
  const { runs } = regular.found
  regular.wake(0)
  await sleep(50)
  expect([regular.found.runs, failing.found.runs]).toEqual([runs, 3])
})
