import { success } from '@tributary/contract/envelope.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { sendCsv, wantsCsv } from './csv.ts'

/** An answer as rows under named columns. */
export interface Table {
  columns: readonly string[]
  rows: readonly Readonly<Record<string, unknown>>[]
}

/** The tables that an answer can be shown as, by name; the first one is meant where none is named. */
export type Tables<Answer> = Readonly<Record<string, (answer: Answer) => Table>>

/** Sends an answer in the envelope, or as the table of it that `?table=` names where CSV is asked for. */
export function sendAnswer<Answer extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  tables: Tables<Answer>,
): FastifyReply | ReturnType<typeof success<Answer>> {
  if (!wantsCsv(request)) return success(answer)
  const { columns, rows } = tableNamed(request, tables)(answer)
  // A table has no place for it; what follows is asked for with the same cursor.
  if ('nextCursor' in answer && typeof answer.nextCursor === 'string') {
    reply.header('X-Next-Cursor', answer.nextCursor)
  }
  return sendCsv(reply, columns, rows)
}

/** Rejects an unknown table before anything is computed for it. */
export function checkTable<Answer>(request: FastifyRequest, tables: Tables<Answer>): void {
  if (wantsCsv(request)) tableNamed(request, tables)
}

function tableNamed<Answer>(request: FastifyRequest, tables: Tables<Answer>) {
  const names = Object.keys(tables)
  const { table = names[0] } = request.query as { table?: unknown }
  const name = names.find((known) => known === table)
  const found = name === undefined ? undefined : tables[name]
  if (found === undefined) throw new AppError('invalid', `table must be one of ${names.join(', ')}`)
  return found
}
