import { expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { asAppError } from './storage-failure.ts'

const failing = (message: string, fields: object) => Object.assign(new Error(message), fields)

it.each([
  ['a full disk under SQLite', failing('full', { errcode: 13 }), 'The disk is full'],
  ['an extended code of SQLite', failing('i/o', { errcode: 10 | (3 << 8) }), 'The disk failed'],
  [
    'a file that reads as malformed after its disk failed',
    failing('malformed', { errcode: 11 }),
    'The control store cannot be read',
  ],
  [
    'what is no database any more',
    failing('no', { errcode: 26 }),
    'The control store cannot be read',
  ],
  ['a lock inside a transaction', failing('busy', { errcode: 5 }), 'The control store is busy'],
  ['a lock of our own', failing('locked', { errcode: 6 | (1 << 8) }), 'The control store is busy'],
  ['memory that ran out', failing('nomem', { errcode: 7 }), 'The server is out of memory'],
  [
    'a Postgres that became a standby',
    failing('read-only', { code: '25006' }),
    'The control store cannot be written',
  ],
  [
    'a damaged index of Postgres',
    failing('corrupt', { code: 'XX002' }),
    'The control store cannot be read',
  ],
  ['a full disk under Postgres', failing('no space', { code: '53100' }), 'The disk is full'],
  ['too many connections', failing('sorry', { code: '53300' }), 'The control store is busy'],
  ['a server that stops', failing('bye', { code: '57P01' }), 'The control store is stopping'],
  [
    'a lost connection',
    new Error('Connection terminated unexpectedly'),
    'The control store cannot be reached',
  ],
])('%s is unavailable for now, and says why', (_name, error, message) => {
  expect(asAppError(error)).toMatchObject({
    kind: 'unavailable',
    message,
    retryAfterSeconds: 10,
    cause: error,
  })
})

it.each([
  ['a broken rule', failing('unique', { errcode: 19 })],
  ['a conflict that is tried again', failing('serialize', { code: '40001' })],
  ['a refusal of our own', new AppError('invalid', 'no')],
  ['what is no error', 'text'],
])('%s stays what it is', (_name, error) => {
  expect(asAppError(error)).toBe(error)
})
