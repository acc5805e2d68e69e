/** Asks a report; throws on an error status. */
export function ask(url: string, key: string, body: object): Promise<void> {
  return send(`${url}/api/v1/query`, key, body)
}

async function send(url: string, key: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await mustSucceed(response)
}

async function mustSucceed(response: Response): Promise<void> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
}

/** The result of a question. */
export interface Asked {
  status: number
  ms: number
  /** The beginning of the body if the status was not 200. */
  text: string
}

/** Asks below `/api/v1/` and waits for the whole answer. */
export async function tryToAsk(
  url: string,
  key: string,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: object },
): Promise<Asked> {
  const startMs = performance.now()
  const reply = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  const ms = performance.now() - startMs
  return { status: reply.status, ms, text: reply.ok ? '' : text.slice(0, 300) }
}
