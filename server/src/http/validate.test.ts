import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { validateBody, validateQuery } from './validate.ts'

const schema = Type.Object({
  name: Type.String({ minLength: 2, maxLength: 3 }),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
  when: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  list: Type.Optional(
    Type.Array(Type.Object({ path: Type.String() }), { minItems: 1, maxItems: 2 }),
  ),
  more: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 2 })),
  color: Type.Optional(Type.String({ default: 'red' })),
})

const validate = validateBody(schema)

function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).kind).toBe('invalid')
    return (error as AppError).message
  }
  throw new Error('it was not refused')
}

describe('a body', () => {
  it('keeps what the schema names, fills in defaults and drops the rest', () => {
    const given = JSON.parse('{"name":"abc","size":null,"other":1,"__proto__":{"kind":"a"}}')
    expect(validate(given)).toEqual({ name: 'abc', color: 'red' })
  })

  it('is not changed by being read', () => {
    const given = { name: 'abc', size: null }
    validate(given)
    expect(given).toEqual({ name: 'abc', size: null })
  })

  it.each<[unknown, string]>([
    [undefined, 'name parameter is required'],
    [{}, 'name parameter is required'],
    [{ name: null }, 'name parameter is required'],
    [{ name: '  ' }, 'name parameter is required'],
    [{ name: 1 }, 'name must be a string'],
    [{ name: 'a' }, 'name must be at least 2 characters'],
    [{ name: 'abcd' }, 'name must be at most 3 characters'],
    [{ name: 'abc', size: '1' }, 'size must be a whole number'],
    [{ name: 'abc', size: 1.5 }, 'size must be a whole number'],
    [{ name: 'abc', size: 0 }, 'size must be at least 1'],
    [{ name: 'abc', size: 10 }, 'size must be at most 9'],
    [{ name: 'abc', kind: 'c' }, 'kind must be one of a, b'],
    [{ name: 'abc', kind: {} }, 'kind must be one of a, b'],
    [{ name: 'abc', when: true }, 'when must be a string or a finite number'],
    [{ name: 'abc', list: {} }, 'list must be an array'],
    [{ name: 'abc', list: [] }, 'list must have at least 1 items'],
    [{ name: 'abc', list: [{ path: 1 }] }, 'list[0].path must be a string'],
    [{ name: 'abc', list: [1] }, 'list[0] must be an object'],
    [{ name: 'abc', list: [{}] }, 'list[0].path is required'],
    [{ name: 'abc', more: [] }, 'more must be an object'],
    [{ name: 'abc', more: { a: 1, b: 2, c: 3 } }, 'more must have at most 2 keys'],
    [{ name: 'abc', more: { a: ['\0'] } }, 'more must not contain a NUL character'],
    [{ name: 'abc', more: { '\ud800': 1 } }, 'more must be well-formed Unicode'],
    [[], 'The body must be a JSON object'],
    ['x', 'The body must be a JSON object'],
    [null, 'The body must be a JSON object'],
  ])('%j: %s', (given, message) => {
    expect(refusalOf(() => validate(given))).toBe(message)
  })

  it('uses the text it was given for whatever required field is missing', () => {
    expect(refusalOf(() => validateBody(schema, 'name, please')({}))).toBe('name, please')
  })

  it('survives nesting deeper than the stack', () => {
    const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)
    expect(validate({ name: 'abc', more: { deep } }).name).toBe('abc')
  })
})

describe('a query string', () => {
  const query = validateQuery(schema)

  it('reads digits as numbers only where the schema wants one', () => {
    expect(query({ name: '123', size: '7' })).toEqual({ name: '123', size: 7, color: 'red' })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ name: 'abc', size: '7.0' }, 'size must be a whole number'],
    [{ name: 'abc', size: ' 7' }, 'size must be a whole number'],
    [{ name: ['abc', 'abc'] }, 'name must be given only once'],
    [{}, 'name parameter is required'],
  ])('%j: %s', (given, message) => {
    expect(refusalOf(() => query(given))).toBe(message)
  })
})
