import { expect } from 'vitest'
import type { Engine } from '../store/events/engine.ts'
import { differingSessions } from './differing-sessions.ts'

/** Fails unless the tables of sessions match the sums of the events, of every site. */
export async function expectSessionsAgree(engine: Engine): Promise<void> {
  expect(await differingSessions(engine)).toEqual([])
}
