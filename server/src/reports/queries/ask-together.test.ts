import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancellation } from '../../answers/cancellation.ts'
import { connectEngine, type Engine } from '../../store/events/engine.ts'
import { askTogether } from './ask-together.ts'

let engine: Engine
beforeAll(() => {
  // Only tells readings apart: nothing is sent to it.
  engine = connectEngine('http://127.0.0.1:1')
})
afterAll(() => engine?.close())

it('a shared reading is cancelled when all of its callers are', async () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const reading = Promise.withResolvers<AbortSignal | undefined>()
  const read = async (wanted: readonly string[]) => {
    reading.resolve(cancellation.getStore())
    await delay(10)
    return wanted
  }
  const ask = (wanted: string, { signal }: AbortController) =>
    cancellation.run(signal, () => askTogether(engine, { key: 'visits', wanted }, read))
  const answers = [ask('by source', one), ask('by country', other)]
  const shared = await reading.promise
  one.abort()
  expect(shared?.aborted).toBe(false)
  const reason = new Error('the last reader has left')
  other.abort(reason)
  expect(shared?.reason).toBe(reason)
  expect(await Promise.all(answers)).toEqual(Array(2).fill(['by source', 'by country']))
})

it('a reading that is also for no reader, as for a digest, is never cancelled', async () => {
  const reader = new AbortController()
  const read = async () => cancellation.getStore()
  const ask = () => askTogether(engine, { key: 'visits', wanted: '' }, read)
  const answers = [cancellation.run(reader.signal, ask), ask()]
  reader.abort()
  expect(await Promise.all(answers)).toEqual([undefined, undefined])
})
