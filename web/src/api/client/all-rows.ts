import type { QueryInput, ReportRow } from '@tributary/contract/query.ts'
import { ask } from '../query.ts'

const rowsAtOnce = 1000
const mostPages = 20

/** Every row of an answer, page by page: at most 20,000, which is as much as a spreadsheet is read. */
export async function askAllRows(
  siteId: string,
  body: QueryInput,
  signal: AbortSignal,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const answer = await ask(
      siteId,
      { ...body, limit: rowsAtOnce, ...(cursor !== undefined && { cursor }) },
      signal,
    )
    rows.push(...answer.rows)
    cursor = answer.nextCursor
    if (cursor === undefined) break
  }
  return rows
}
