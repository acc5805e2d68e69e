import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { longestWaitMs, within } from '../within.ts'
import type { QuestionTurns, Reader } from './question-turns.ts'

const tooBusy = 'The server is too busy to answer in time. Ask again in a while'

/** What brings all that was acknowledged into the engine, and whose turn it is to ask it. */
export interface UpToDate {
  events: Pick<EventStore, 'flushOf'>
  payments: { flush(): Promise<void> }
  questionTurns: QuestionTurns
  logger: Logger
}

/** Who asks, how much (`questionUnits`), and what is read for it (`readingOf`). */
interface Asking {
  reader: Reader
  units: number
  reading?: string | undefined
  /** Whether the answer adds what the engine does not have yet by itself: then it waits for no insert. */
  addsUnshipped?: boolean
  /** How long anybody waits, 40 seconds by default. */
  patienceMs?: number
}

/**
 * Answers a question, at its reader's turn, when the engine has all that was acknowledged before. A question is
 * several statements one after the other, each of which may take long on an overloaded machine; the
 * total is limited. Rejects with `unavailable` after the patience: what has begun continues, and how it fails is
 * in the log; what still waits for its turn is not begun.
 */
export async function answerUpToDate<Answer extends object>(
  { events, payments, questionTurns, logger }: UpToDate,
  { reader, units, reading, addsUnshipped = false, patienceMs = longestWaitMs }: Asking,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const tooLate = new AbortController()
  // Payments that are due wait for the events themselves, so the ledger need not wait for the insert.
  const flushed = addsUnshipped ? undefined : events.flushOf(reader.siteId)
  const working = Promise.all([flushed, payments.flush()]).then(() =>
    questionTurns.run(reader, units, { work: answer, reading, signal: tooLate.signal }),
  )
  const found = await within(working, patienceMs)
  if (found !== false) return found
  const refusal = new AppError('unavailable', tooBusy, { retryAfterSeconds: 10 })
  working.catch((err: unknown) => {
    if (err !== refusal) logger.warn({ err }, 'a query failed after its request had ended')
  })
  tooLate.abort(refusal)
  throw refusal
}
