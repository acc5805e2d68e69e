import type { Static, StaticDecode, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { HasCodec } from 'typebox/value'
import type { Engine, ReadLimits } from './engine.ts'

/** A statement to the events store: the SQL, its parameters, and the shape of its answer. */
export interface Question<Params extends TObject, Row extends TSchema> {
  /** Kebab-case, like its file: it is a comment in the SQL, so that a slow statement leads back here. */
  name: string
  params: Params
  /** Columns may be decoded with the types of row-types.ts. */
  row: Row
  /** Constant text. Values are bound as {name:Type}; DateTime64 always names its zone. */
  sql: string
}

/** A statement whose SQL was composed from closed lists of words, with the values to bind. */
export interface ComposedQuestion<Row extends TSchema> {
  name: string
  sql: string
  params: Record<string, unknown>
  row: Row
}

/**
 * Makes a function of a statement: it validates the parameters, sends the statement, and validates and decodes the
 * rows.
 */
export function defineQuery<Params extends TObject, Row extends TSchema>(
  question: Question<Params, Row>,
): (engine: Engine, params: Static<Params>, limits?: ReadLimits) => Promise<StaticDecode<Row>[]> {
  const { name, sql, row } = question
  return async (engine, given, limits) => {
    const { validator } = compiled(question.params)
    if (!validator.Check(given)) {
      throw new TypeError(`${name} was asked with wrong parameters: ${problems(validator, given)}`)
    }
    return ask(engine, { name, sql, params: given, row }, limits)
  }
}

/**
 * Runs a query whose SQL a builder put together. `sql` must contain nothing from outside, only words of closed
 * tables; all values go into `params`.
 */
export async function ask<Row extends TSchema>(
  engine: Engine,
  question: ComposedQuestion<Row>,
  limits: ReadLimits = {},
): Promise<StaticDecode<Row>[]> {
  const { name, sql, params, row } = question
  const rows = await engine.query(`/* ${name} */ ${sql}`, params, limits)
  const shape = compiled(row)
  return rows.map((found) => decoded(name, shape, found) as StaticDecode<Row>)
}

/** What the cells of a column may be. */
interface Cells {
  text: string
  texts: readonly string[]
  number: number
  numbers: readonly number[]
  moneySum: number
  fraction: number | null
  flag: boolean
}

/**
 * ClickHouse's types for them. Numbers are whole, up to 2^53; a sum of money may be larger (row-types.ts); a fraction is
 * any number, or missing.
 */
const typesOfCells: Record<keyof Cells, RegExp> = {
  text: /^(String|LowCardinality\(String\)|Enum8\(.*\))$/,
  texts: /^Array\((String|LowCardinality\(String\))\)$/,
  number: /^Float64$/,
  numbers: /^Array\(Float64\)$/,
  moneySum: /^Float64$/,
  fraction: /^Nullable\(Float64\)$/,
  flag: /^Bool$/,
}

/** Undefined: the column is not asked for this time. */
type ColumnKinds = Readonly<Record<string, keyof Cells | undefined>>

/** An array of cells for each column that is asked for. */
export type CellsOf<Kinds extends ColumnKinds> = {
  -readonly [Name in keyof Kinds]: Cells[NonNullable<Kinds[Name]>][]
}

/** A statement whose answer is one array per column, by name. */
export interface ColumnsQuestion<Kinds extends ColumnKinds> {
  name: string
  sql: string
  params: Record<string, unknown>
  columns: Kinds
}

/**
 * Like `ask`, for answers with many rows. Columns take a fifth of the time that rows take to be written by the
 * engine and read. Their types are compared, and not each of a million cells.
 */
export async function askColumns<const Kinds extends ColumnKinds>(
  engine: Engine,
  question: ColumnsQuestion<Kinds>,
  limits: ReadLimits = {},
): Promise<CellsOf<Kinds>> {
  const { name, sql, params, columns } = question
  const found = await engine.queryColumns(`/* ${name} */ ${sql}`, params, limits)
  const named = Object.entries(columns).flatMap(([column, kind]) => {
    if (kind === undefined) return []
    const { type = 'nothing', cells = [] } = found[column] ?? {}
    if (!typesOfCells[kind].test(type)) {
      throw new TypeError(`${name} answered ${type} as ${column}`)
    }
    const numbers = kind === 'numbers' ? cells.flat() : kind === 'number' ? cells : []
    if (!numbers.every(Number.isSafeInteger)) {
      throw new RangeError(
        `${name} answered numbers that are not whole or beyond 2^53 as ${column}`,
      )
    }
    return [[column, cells]]
  })
  return Object.fromEntries(named) as CellsOf<Kinds>
}

function decoded(name: string, { validator, hasCodec }: Shape, found: unknown): unknown {
  if (!validator.Check(found)) {
    throw new TypeError(`${name} answered a row of another shape: ${problems(validator, found)}`)
  }
  return hasCodec ? validator.Decode(found) : found
}

/** Names fields and rules, never values: they may be a visitor's. */
function problems(validator: Validator, value: unknown): string {
  return validator
    .Errors(value)
    .slice(0, 5)
    .map((error) => `${error.instancePath || '/'} ${error.message}`)
    .join(', ')
}

interface Shape {
  validator: Validator
  /** Decoding costs 60 µs a row even where there is nothing to decode. */
  hasCodec: boolean
}

const shapes = new WeakMap<TSchema, Shape>()

/** Compiles a schema once, as compiling takes longer than most queries. */
function compiled(schema: TSchema): Shape {
  const known = shapes.get(schema)
  if (known !== undefined) return known
  const validator: Validator = Compile(schema)
  const fresh = { validator, hasCodec: HasCodec(schema) }
  shapes.set(schema, fresh)
  return fresh
}
