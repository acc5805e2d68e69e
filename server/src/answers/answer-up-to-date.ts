import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { longestWaitMs, within } from '../within.ts'
import { cancellation } from './cancellation.ts'
import type { QuestionTurns, Reader } from './question-turns.ts'

const hasLeft = 'The client closed the connection before the answer'
const tooBusy = 'The server is too busy to answer in time. Ask again in a while'

/** How to bring everything acknowledged into the engine, and the queue for asking it. */
export interface UpToDate {
  events: Pick<EventStore, 'flushOf' | 'readWhole'>
  payments: { flush(): Promise<void> }
  questionTurns: QuestionTurns
  logger: Logger
}

/** The reader, the size of the question (`questionUnits`), and what is read for it (`readingOf`). */
interface Asking {
  reader: Reader
  units: number
  reading?: string | undefined
  /** Whether the answer itself adds unshipped hits: then it waits for no insert. */
  addsUnshipped?: boolean
  /** The longest wait, 40 seconds by default. */
  patienceMs?: number
}

type Connection = NonNullable<Reader['connection']>

const closings = new WeakMap<Connection, AbortSignal>()

/** Aborted when the connection closes. One for all questions that a client pipelines, since a socket warns of many listeners. */
function closingOf(connection: Connection): AbortSignal {
  const known = closings.get(connection)
  if (known !== undefined) return known
  const closing = new AbortController()
  connection.once('close', () => closing.abort())
  closings.set(connection, closing.signal)
  return closing.signal
}

/**
 * Answers a question, at its reader's turn, once the engine has everything acknowledged before. A question is
 * several statements one after the other, each of which may take long on an overloaded machine; their total time is
 * limited. Rejects with `unavailable` at that limit, and with `abandoned` once the reader has disconnected. The work is
 * cancelled then; what of it cannot be cancelled continues, and its errors are logged.
 */
export async function answerUpToDate<Answer extends object>(
  { events, payments, questionTurns, logger }: UpToDate,
  { reader, units, reading, addsUnshipped = false, patienceMs = longestWaitMs }: Asking,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const givenUp = new AbortController()
  const leave = () => givenUp.abort(new AppError('abandoned', hasLeft))
  // Payments that are due wait for the events themselves, so the ledger need not wait for the insert.
  const flushed = addsUnshipped ? undefined : events.flushOf(reader.siteId)
  const { signal } = givenUp
  const work = () => cancellation.run(signal, answer)
  const ask = () => questionTurns.run(reader, units, { work, reading, signal })
  // Waits for rebuilds before taking a turn, so that other questions can use it meanwhile.
  const working = Promise.all([flushed, payments.flush()]).then(() =>
    addsUnshipped ? ask() : events.readWhole([reader.siteId], ask),
  )
  const closing = reader.connection && closingOf(reader.connection)
  if (closing?.aborted) leave()
  else closing?.addEventListener('abort', leave)
  const found = await within(working, patienceMs).finally(() =>
    closing?.removeEventListener('abort', leave),
  )
  if (found !== false) return found
  const refusal = new AppError('unavailable', tooBusy, { retryAfterSeconds: 10 })
  working.catch((err: unknown) => {
    const isEnded = err === refusal || (err instanceof AppError && err.kind === 'abandoned')
    if (!isEnded) logger.warn({ err }, 'a query failed after its request had ended')
  })
  givenUp.abort(refusal)
  throw refusal
}
