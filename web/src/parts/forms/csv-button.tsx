import { requestTable, type TableCall } from '../../api/client/request.ts'
import { saveFile } from '../../api/client/save-file.ts'
import { SaveButton } from './save-button.tsx'

interface CsvButtonProps {
  /** The name of the file, without `.csv`. */
  name: string
  /** The request; without a cursor, for the beginning. */
  ask: TableCall
  /** The name of the table, if a page offers several. */
  label?: string
}

/** Saves the server's own table of an answer, all pages of it. */
export function CsvButton({ name, ask, ...look }: CsvButtonProps) {
  const save = async () => saveFile(`${name}.csv`, `\uFEFF${await allPages(ask)}`)
  return <SaveButton {...look} save={save} />
}

async function allPages(ask: TableCall): Promise<string> {
  let whole = ''
  let cursor: string | undefined
  do {
    const { csv, nextCursor } = await requestTable(ask(cursor))
    // Every page begins with the names of the columns.
    whole += whole === '' ? csv : csv.slice(csv.indexOf('\r\n') + 2)
    cursor = nextCursor
  } while (cursor !== undefined)
  return whole
}
