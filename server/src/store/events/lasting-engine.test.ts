import { expect, it } from 'vitest'
import type { Engine } from './engine.ts'
import { EngineUnavailable } from './engine-errors.ts'
import { lastingEngine } from './lasting-engine.ts'

const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
const died: Engine['query'] = () => Promise.reject(new EngineUnavailable(undefined, reset))
const answers = async <Row>() => [{ answered: true }] as Row[]

/** A minimal stub of an engine: a real one cannot be made to end this slowly. */
const engineThat = (query: Engine['query']) => ({ query }) as Engine

it('a question outlives its engine when the end of that is noticed a second late', async () => {
  const [first, next] = [engineThat(died), engineThat(answers)]
  const noticedAt = performance.now() + 1_000
  const lasting = lastingEngine(async () => (performance.now() < noticedAt ? first : next))
  expect(await lasting.query('select 1')).toEqual([{ answered: true }])
})

it('a question fails with the reason when its engine is still the one', async () => {
  const only = engineThat(died)
  await expect(lastingEngine(async () => only).query('select 1')).rejects.toMatchObject({
    cause: reset,
  })
})

it('a question to a server that is not replaced fails at once, asked once', async () => {
  let calls = 0
  const away = engineThat(() => {
    calls += 1
    return died('')
  })
  const current = async (failed?: Engine) => (failed === undefined ? away : engineThat(answers))
  await expect(lastingEngine(current, () => false).query('select 1')).rejects.toMatchObject({
    cause: reset,
  })
  expect(calls).toBe(1)
})
