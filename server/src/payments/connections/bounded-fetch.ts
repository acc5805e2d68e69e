import { boundedText } from './ask-api.ts'

/**
 * The `fetch` for a provider's own client: without redirects, since a key is for one address, and with bounded
 * answers.
 */
export async function boundedFetch(
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'error' })
  const body = await boundedText(answer)
  const { status, statusText, headers } = answer
  return new Response(body.length > 0 ? body : null, { status, statusText, headers })
}
