import { success } from '@tributary/contract/envelope.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { sendCsv, wantsCsv } from './csv.ts'

/** An answer as rows under named columns. */
export interface Table {
  columns: readonly string[]
  rows: readonly Readonly<Record<string, unknown>>[]
}

/** The tables that an answer can be shown as, by name. */
export type Tables<Answer, Name extends string = string> = Readonly<
  Record<Name, (answer: Answer) => Table>
>

/**
 * Sends a result in the envelope or, if CSV is requested, as the table that `?table=` names: by default the first of
 * `names`. An unknown table is refused before the work is done.
 */
export async function answerAsTable<Answer extends object>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { names, tables }: { names: readonly string[]; tables: Tables<Answer> },
  work: () => Promise<Answer>,
): Promise<FastifyReply | ReturnType<typeof success<Answer>>> {
  if (!wantsCsv(request)) return success(await work())
  const { table = names[0] } = request.query as { table?: unknown }
  const name = names.find((known) => known === table)
  const found = name === undefined ? undefined : tables[name]
  if (found === undefined) throw new AppError('invalid', `table must be one of ${names.join(', ')}`)
  const answer = await work()
  const { columns, rows } = found(answer)
  // A table has no column for it; the next page is requested with the same cursor.
  if ('nextCursor' in answer && typeof answer.nextCursor === 'string') {
    reply.header('X-Next-Cursor', answer.nextCursor)
  }
  return sendCsv(reply, columns, rows)
}
