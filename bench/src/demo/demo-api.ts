/** How the demo reaches its own server, as a site's server and a person's browser do. */
export interface DemoSite {
  url: string
  siteId: string
  domain: string
  /** A key of the site that may do everything. */
  key: string
  /** The `cookie` header of the owner's session. */
  cookie: string
}

/** A call of the public API with the site's key. */
export function callApi(
  { url, key }: DemoSite,
  call: `${'POST' | 'PUT'} ${string}`,
  body: object,
): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ')
  return send(`${url}/api/v1/${path}`, method, body, { authorization: `Bearer ${key}` })
}

/** A call of the dashboard, below the site's own path. */
export function callDashboard(
  { url, siteId, cookie }: DemoSite,
  call: `${'POST' | 'PATCH'} ${string}`,
  body: object,
): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ')
  const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin' }
  return send(`${url}/api/app/sites/${siteId}/${path}`, method, body, headers)
}

async function send(
  url: string,
  method: string,
  body: object,
  headers: Record<string, string>,
): Promise<unknown> {
  const reply = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${url} answered ${reply.status}: ${text}`)
  return (JSON.parse(text) as { data: unknown }).data
}
