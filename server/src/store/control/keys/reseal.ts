import { type Kysely, sql } from 'kysely'
import { AppError } from '../../../errors.ts'
import type { Secrets } from '../secrets.ts'
import type { Database } from '../tables.ts'

/** A column of the control store that holds encrypted text. */
export interface SealedColumn {
  table: string
  /** The primary key, in its order. */
  key: readonly string[]
  column: string
  /** Columns that `purposeOf` reads in addition to the key. */
  reads: readonly string[]
  purposeOf(row: Record<string, unknown>): string
  /** The member that is encrypted, where the column is a JSON object. */
  member?: string
}

type Row = Record<string, unknown>

const rowsAtOnce = 500

/** Encrypts a column's texts with other keys; returns how many there were. */
export async function reseal(
  db: Kysely<Database>,
  column: SealedColumn,
  { from, to }: { from: Secrets; to: Secrets },
): Promise<number> {
  let count = 0
  for (let last: Row | undefined; ; ) {
    const rows: Row[] = await nextRows(db, column, last)
    for (const row of rows) {
      const sealed = sealedIn(column, row)
      if (sealed === undefined) continue
      const purpose = column.purposeOf(row)
      await replace(db, column, row, to.seal(purpose, opened(from, purpose, sealed)))
      count += 1
    }
    last = rows.at(-1)
    if (rows.length < rowsAtOnce) return count
  }
}

function opened(secrets: Secrets, purpose: string, sealed: string): string {
  try {
    return secrets.open(purpose, sealed)
  } catch (cause) {
    throw new AppError(
      'invalid',
      'What is encrypted cannot be read with the secret of now, so nothing was changed. Run this with the settings of the server, SECRET among them',
      { cause },
    )
  }
}

/** The next rows in the order of their key, so that a table of any size takes little memory. */
async function nextRows(
  db: Kysely<Database>,
  { table, key, column, reads }: SealedColumn,
  last: Row | undefined,
): Promise<Row[]> {
  const keys = sql.join(key.map((name) => sql.ref(name)))
  const after =
    last === undefined ? sql`true` : sql`(${keys}) > (${sql.join(key.map((name) => last[name]))})`
  const { rows } = await sql<Row>`
    select ${sql.join([...key, column, ...reads].map((name) => sql.ref(name)))}
    from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${after}
    order by ${keys}
    limit ${sql.lit(rowsAtOnce)}
  `.execute(db)
  return rows
}

function sealedIn({ column, member }: SealedColumn, row: Row): string | undefined {
  if (member === undefined) return String(row[column])
  const found = (JSON.parse(String(row[column])) as Row)[member]
  return typeof found === 'string' ? found : undefined
}

async function replace(
  db: Kysely<Database>,
  { table, key, column, member }: SealedColumn,
  row: Row,
  sealed: string,
): Promise<void> {
  const text =
    member === undefined
      ? sealed
      : JSON.stringify({ ...(JSON.parse(String(row[column])) as Row), [member]: sealed })
  const isRow = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`)
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${text} where ${sql.join(isRow, sql` and `)}
  `.execute(db)
}
