import { boundedText } from './ask-api.ts'

/**
 * What a provider's own client asks with: without redirects, since a key is for the address it was made for, and without
 * endless answers.
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
