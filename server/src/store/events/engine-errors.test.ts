import { ClickHouseError } from '@clickhouse/client'
import { expect, it } from 'vitest'
import { engineFailure } from './engine-errors.ts'

const told = (code: string, type: string) => new ClickHouseError({ code, type, message: type })

it.each([
  ['75', 'CANNOT_WRITE_TO_FILE_DESCRIPTOR'],
  ['76', 'CANNOT_OPEN_FILE'],
  ['204', 'CANNOT_FSYNC'],
  ['243', 'NOT_ENOUGH_SPACE'],
])(
  'a disk that fails under the engine (%s) is a reason to come back, no fault of the question',
  (code, type) => {
    expect(engineFailure(told(code, type))).toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 2,
    })
  },
)

it('a statement that is wrong stays wrong', () => {
  expect(engineFailure(told('62', 'SYNTAX_ERROR'))).not.toHaveProperty('kind')
})
