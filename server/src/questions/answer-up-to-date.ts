import { AppError } from '../errors.ts'
import { longestWaitMs, within } from '../within.ts'

const stillWorking =
  'The server is too busy to answer in time. Ask again: what it has worked out by then is kept'

/** What brings all that was acknowledged into the engine. */
interface UpToDate {
  events: { flush(): Promise<void> }
  payments: { flush(): Promise<void> }
}

/**
 * Answers a question when the engine has all that was acknowledged before. A question is several statements
 * one after the other, each of which may take its time where the machine is overloaded; nobody waits for
 * the sum of them. Rejects with `unavailable` after `patienceMs`, when it goes on and is remembered.
 */
export async function answerUpToDate<Answer extends object>(
  { events, payments }: UpToDate,
  answer: () => Promise<Answer>,
  patienceMs = longestWaitMs,
): Promise<Answer> {
  const working = events
    .flush()
    .then(() => payments.flush())
    .then(answer)
  const found = await within(working, patienceMs)
  if (found !== false) return found
  // Nobody is there any more to be told.
  working.catch(() => undefined)
  throw new AppError('unavailable', stillWorking, { retryAfterSeconds: 10 })
}
