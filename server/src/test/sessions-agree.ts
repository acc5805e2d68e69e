import { expect } from 'vitest'
import type { Engine } from '../store/events/engine.ts'
import { differingSessions } from './differing-sessions.ts'

/** Fails unless the tables of sessions hold what the events add up to, of every site. */
export async function expectSessionsAgree(engine: Engine): Promise<void> {
  expect(await differingSessions(engine)).toEqual([])
}
