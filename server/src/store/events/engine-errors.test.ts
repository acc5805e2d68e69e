import { ClickHouseError } from '@clickhouse/client'
import { expect, it } from 'vitest'
import { engineFailure } from './engine-errors.ts'

const failure = (code: string, type: string) => new ClickHouseError({ code, type, message: type })

it.each([
  ['75', 'CANNOT_WRITE_TO_FILE_DESCRIPTOR'],
  ['76', 'CANNOT_OPEN_FILE'],
  ['204', 'CANNOT_FSYNC'],
  ['243', 'NOT_ENOUGH_SPACE'],
])(
  'a disk that fails under the engine (%s) is a reason to come back, no fault of the question',
  (code, type) => {
    expect(engineFailure(failure(code, type))).toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 2,
    })
  },
)

it('an unreadable part is one too, a truncated row is not', () => {
  const text = 'Attempt to read after eof: While executing'
  const type = 'ATTEMPT_TO_READ_AFTER_EOF'
  const ofPart = new ClickHouseError({ message: `${text} MergeTreeSelect`, code: '32', type })
  expect(engineFailure(ofPart)).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 })
  const ofRow = new ClickHouseError({ message: `${text} JSONEachRowRowInput`, code: '32', type })
  expect(engineFailure(ofRow)).toMatchObject({ rowsRefused: true })
})

it('a mutation that lacked memory may come through later, one that is wrong not', () => {
  expect(engineFailure(failure('341', 'MEMORY_LIMIT_EXCEEDED'))).toMatchObject({
    kind: 'unavailable',
  })
  expect(engineFailure(failure('341', 'TYPE_MISMATCH'))).not.toHaveProperty('kind')
})

it('a statement that is wrong stays wrong', () => {
  expect(engineFailure(failure('62', 'SYNTAX_ERROR'))).not.toHaveProperty('kind')
})
