/** Asks a report; throws what is no answer. */
export function ask(url: string, key: string, body: object): Promise<void> {
  return send(`${url}/api/v1/query`, key, body)
}

export async function send(url: string, key: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await mustSucceed(response)
}

export async function get(url: string, key: string): Promise<void> {
  await mustSucceed(await fetch(url, { headers: { authorization: `Bearer ${key}` } }))
}

async function mustSucceed(response: Response): Promise<void> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
}
