import type { FastifyReply, FastifyRequest } from 'fastify'

type Cell = string | number | boolean | null

/** Whether a request asks for a table instead of the envelope. */
export function wantsCsv({ headers }: FastifyRequest): boolean {
  return /^\s*text\/csv\s*(;|,|$)/i.test(headers.accept ?? '')
}

/** Answers with a CSV table. Errors stay in the envelope. */
export function sendCsv(
  reply: FastifyReply,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): FastifyReply {
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', 'attachment; filename="report.csv"')
    .send(csvText(columns, rows))
}

/** RFC 4180: a line of names, then the rows, each ended by CR LF. */
function csvText(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => asCell(row[column])))]
  return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')
}

function asCell(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/**
 * Careful: a spreadsheet runs text that begins with one of = + - @ as a formula, and that text may be anybody's,
 * such as a campaign's name. An apostrophe in front makes it text; numbers stay numbers.
 */
function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
