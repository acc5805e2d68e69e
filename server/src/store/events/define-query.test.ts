import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { ask, askColumns, defineQuery } from './define-query.ts'
import { flag, timeMs, wholeNumber } from './row-types.ts'

let test: TestEngine

beforeAll(async () => {
  test = await startTestEngine()
})

afterAll(() => test.remove())

const everything = defineQuery({
  name: 'everything',
  params: Type.Object({ n: Type.Integer(), atMs: Type.Integer() }),
  row: Type.Object({
    big: wholeNumber,
    small: wholeNumber,
    above: flag,
    truth: flag,
    at: timeMs,
    day: timeMs,
  }),
  sql: `
    select
      toInt64({n:Int64})                                 as big,
      toUInt8(7)                                         as small,
      {n:Int64} > 3                                      as above,
      true                                               as truth,
      fromUnixTimestamp64Milli({atMs:Int64}, 'UTC')      as at,
      toDateTime(fromUnixTimestamp64Milli({atMs:Int64}, 'UTC'), 'UTC') as day`,
})

describe('a question', () => {
  it('decodes 64-bit integers, truth values and times', async () => {
    const atMs = Date.UTC(2026, 2, 8, 9, 30, 0, 125)
    expect(await everything(test.engine, { n: -9007199254740991, atMs })).toEqual([
      { big: -9007199254740991, small: 7, above: false, truth: true, at: atMs, day: atMs - 125 },
    ])
  })

  it('throws rather than round an integer beyond 2^53', async () => {
    const question = { name: 'big', params: {}, row: Type.Object({ x: wholeNumber }) }
    const sql = 'select toUInt64(9007199254740993) as x'
    await expect(ask(test.engine, { ...question, sql })).rejects.toThrow(RangeError)
  })

  it('refuses parameters of another shape before it asks, and names fields, not values', async () => {
    const wrong = { n: 'visitor@example.com', atMs: 1.5 } as unknown as { n: number; atMs: number }
    const refusal = everything(test.engine, wrong)
    await expect(refusal).rejects.toThrow(/everything was asked with wrong parameters: .*\/n/)
    await expect(refusal).rejects.not.toThrow(/visitor@example/)
  })

  it('refuses rows of another shape than it promised', async () => {
    const promise = defineQuery({
      name: 'promise',
      params: Type.Object({}),
      row: Type.Object({ x: Type.Integer(), y: Type.String() }),
      sql: "select 'text' as x, 'y' as y",
    })
    await expect(promise(test.engine, {})).rejects.toThrow(/promise answered .* \/x/)
  })

  it('carries its name in the SQL, so that the engine’s complaint leads back to it', async () => {
    const [row] = await ask(test.engine, {
      name: 'who-am-i',
      sql: 'select query from system.processes limit 1',
      params: {},
      row: Type.Object({ query: Type.String() }),
    })
    expect(row?.query).toContain('/* who-am-i */')
  })
})

describe('an answer by columns', () => {
  const everyKind = {
    ...{ name: 'cells', params: {} },
    sql: `
      select number + 0.0 as n, toLowCardinality('x') as short, ['a', 'b'] as texts, toBool(number = 1) as one,
        cast('b', 'Enum8(''a'' = 1, ''b'' = 2)') as word, if(number = 1, 0.5, null) as part
      from numbers(2)`,
    columns: {
      n: 'number',
      short: 'text',
      texts: 'texts',
      one: 'flag',
      word: 'text',
      part: 'fraction',
    },
  } as const

  it('has the cells of every kind', async () => {
    const list = ['a', 'b']
    expect(await askColumns(test.engine, everyKind)).toEqual({
      ...{
        n: [0, 1],
        short: ['x', 'x'],
        texts: [list, list],
        one: [false, true],
        word: ['b', 'b'],
        part: [null, 0.5],
      },
    })
  })

  it('has all columns without a row', async () => {
    const sql = `${everyKind.sql} where 0`
    const none = { n: [], short: [], texts: [], one: [], word: [], part: [] }
    expect(await askColumns(test.engine, { ...everyKind, sql })).toEqual(none)
  })

  it.each([
    ['1', 'UInt8'],
    ["'1'", 'String'],
    ['toNullable(1.0)', 'Nullable(Float64)'],
  ])('is refused if a column has another type than it should: %s', async (x, type) => {
    const asked = askColumns(test.engine, {
      ...{ name: 'wrong', params: {}, sql: `select ${x} as n`, columns: { n: 'number' } },
    })
    await expect(asked).rejects.toThrow(`wrong answered ${type} as n`)
  })

  it('is refused if a column is missing', async () => {
    const asked = askColumns(test.engine, {
      ...{ name: 'wrong', params: {}, sql: 'select 1.0 as x', columns: { n: 'number' } },
    })
    await expect(asked).rejects.toThrow('wrong answered nothing as n')
  })

  it.each(['0.5', 'toFloat64(9007199254740993)', 'nan', 'inf'])(
    'is refused if a number is not whole or was rounded: %s',
    async (x) => {
      const asked = askColumns(test.engine, {
        ...{ name: 'wrong', params: {}, sql: `select ${x} as n`, columns: { n: 'number' } },
      })
      await expect(asked).rejects.toThrow(RangeError)
      const inList = askColumns(test.engine, {
        ...{ name: 'wrong', params: {}, sql: `select [1., ${x}] as n`, columns: { n: 'numbers' } },
      })
      await expect(inList).rejects.toThrow(RangeError)
    },
  )
})
