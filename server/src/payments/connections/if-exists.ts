import { RefusedRequest } from './request-json.ts'

/** What an API was asked for; undefined if it answers 404, that there is no such thing. */
export async function ifExists<T>(asked: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw error
  }
}

/** The status of an `ApiRefusal`, a `RefusedRequest` or an error of a provider's own client. */
function statusOf(error: unknown): unknown {
  return error instanceof RefusedRequest
    ? error.answer.status
    : (error as { status?: unknown } | undefined)?.status
}
