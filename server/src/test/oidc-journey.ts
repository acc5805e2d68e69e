import type { ProviderPerson, TestOidcProvider } from './processes/oidc-provider.ts'
import type { TestServer } from './server.ts'

const own = { 'sec-fetch-site': 'same-origin' }

/** The first cookie of a name that a reply sets, as the browser sends it back. */
export const pairOf = (headers: Headers, name: string) =>
  headers
    .getSetCookie()
    .find((one) => one.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

/** Begins a sign-in; returns the provider's address and the cookie of the attempt. */
export async function setOut(on: TestServer, { path = 'oidc', cookie = '', body = {} } = {}) {
  // Each person has a separate address, because sign-in attempts are limited by address.
  const address = `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
  const headers = { ...own, cookie, 'x-forwarded-for': address }
  const reply = await on.request('POST', `/api/app/${path}`, { headers, body })
  const { url } = (reply.body as { data: { url: string } }).data
  return { url, flow: pairOf(reply.headers, 'tributary_oidc') }
}

/** The provider's answer to the browser: the query of the redirect. */
export async function atProvider(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '').search
}

/** Sends the provider's answer to the server. `session` is the new session's cookie, or empty. */
export async function comeBack(on: TestServer, search: string, cookie: string) {
  const response = await fetch(`${on.url}/api/app/oidc/callback${search}`, {
    headers: { cookie },
    redirect: 'manual',
  })
  const session = pairOf(response.headers, 'tributary_session')
  return { to: response.headers.get('location'), session: session.replace(/=$/, '') }
}

/** The complete sign-in of a person with the provider. */
export async function signInWith(
  on: TestServer,
  provider: TestOidcProvider,
  person: ProviderPerson,
  body: object = {},
) {
  provider.person = person
  const { url, flow } = await setOut(on, { body })
  return comeBack(on, await atProvider(url), flow)
}
