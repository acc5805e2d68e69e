const longestAnswer = 32 * 1024 * 1024

/** Asks without following redirects, since a key is for the address it was made for, and reads no endless answer. */
export async function boundedFetch(
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'error' })
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > longestAnswer) throw new Error('the answer is too long')
    parts.push(part)
  }
  const { status, statusText, headers } = answer
  const hasBody = length > 0
  return new Response(hasBody ? Buffer.concat(parts) : null, { status, statusText, headers })
}
