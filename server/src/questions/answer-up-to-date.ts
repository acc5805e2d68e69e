import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { longestWaitMs, within } from '../within.ts'

const tooBusy = 'The server is too busy to answer in time. Ask again in a while'

/** What brings all that was acknowledged into the engine. */
interface UpToDate {
  events: { flush(): Promise<void> }
  payments: { flush(): Promise<void> }
  logger: Logger
}

/**
 * Answers a question when the engine has all that was acknowledged before. A question is several statements
 * one after the other, each of which may take its time where the machine is overloaded; nobody waits for
 * the sum of them. Rejects with `unavailable` after `patienceMs`; the work goes on, and how it fails is in the log.
 */
export async function answerUpToDate<Answer extends object>(
  { events, payments, logger }: UpToDate,
  answer: () => Promise<Answer>,
  patienceMs = longestWaitMs,
): Promise<Answer> {
  const working = events
    .flush()
    .then(() => payments.flush())
    .then(answer)
  const found = await within(working, patienceMs)
  if (found !== false) return found
  working.catch((err: unknown) =>
    logger.warn({ err }, 'a question failed when nobody waited for it'),
  )
  throw new AppError('unavailable', tooBusy, { retryAfterSeconds: 10 })
}
