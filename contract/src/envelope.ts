import type { TSchema } from 'typebox'
import Type from 'typebox'

/** What every successful reply looks like. */
export interface Success<Data> {
  status: 'success'
  data: Data
}

/** What every refused or failed reply looks like; `code` repeats the HTTP status. */
export interface Failure {
  status: 'error'
  error: { code: number; message: string }
}

export function success<Data extends object>(data: Data): Success<Data> {
  return { status: 'success', data }
}

export function failure(code: number, message: string): Failure {
  return { status: 'error', error: { code, message } }
}

/** The schema of a successful reply whose `data` has the given shape. */
export function successOf<Data extends TSchema>(data: Data) {
  return Type.Object({ status: Type.Literal('success'), data })
}

export const failureSchema = Type.Object(
  {
    status: Type.Literal('error'),
    error: Type.Object({
      code: Type.Integer({ description: 'The HTTP status', examples: [400] }),
      message: Type.String({ examples: ['event parameter is required'] }),
    }),
  },
  { description: 'Every error has this shape.' },
)

/** The one text for every reason why a key cannot be used, so that a stranger learns nothing. */
export const unauthorizedMessage = 'Unauthorized. Invalid or missing API key.'
export const invalidJsonMessage = 'Invalid JSON body'
export const notAnObjectMessage = 'The body must be a JSON object'
export const serverErrorMessage = 'Internal server error'

/** The text of a 429; the number is the limit that applies to this key or address. */
export function tooManyRequestsMessage(limitPerMinute: number): string {
  return `Too many requests. Limit is ${limitPerMinute} per minute.`
}
