import type { EventStore } from '../store/events/event-store.ts'

/** Where the server that runs takes the command to try again what was set aside. */
export const retryDoorPath = '/retry-letters'

/** What became of events that the engine had not taken. */
export interface Retried {
  tried: number
  /** Still, or again, in the dead letters, with those that were damaged on disk. */
  setAside: number
}

/** Tries all of them again, and waits until the engine has said what it thinks of each. */
export async function retryLetters(
  events: Pick<EventStore, 'flush' | 'retryLetters' | 'stats'>,
): Promise<Retried> {
  const tried = await events.retryLetters('all')
  await events.flush()
  return { tried, setAside: events.stats().setAside }
}
