import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBase62 } from '../../base62.ts'

/** The person signed in at the provider: the claims of their ID token. */
export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
}

/** An error in the provider's next ID token. */
export interface ProviderLies {
  claims?: Record<string, unknown>
  /** Signs with a key that its list does not have. */
  isForged?: boolean
}

/** An OpenID Connect provider with one client, over HTTP on this machine. */
export interface TestOidcProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  person: ProviderPerson
  lies: ProviderLies
  /** Answers the next request as if the person had refused. */
  isCancelled: boolean
  close(): Promise<void>
}

type Sent = URLSearchParams

/** Authorization endpoint, token endpoint with PKCE, keys and discovery; RS256. */
export async function startOidcProvider(): Promise<TestOidcProvider> {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const forged = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, Sent>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const provider: TestOidcProvider = {
    issuer: `http://127.0.0.1:${port}/realm`,
    clientId: 'tributary',
    clientSecret: 'a client secret + with signs',
    person: { sub: 'unknown' },
    lies: {},
    isCancelled: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', provider.issuer)
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/realm/.well-known/openid-configuration') json(200, discovery(provider))
    else if (pathname === '/realm/keys') {
      json(200, { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }] })
    } else if (pathname === '/realm/authorize') {
      response.writeHead(302, { location: authorize(searchParams) }).end()
    } else if (pathname === '/realm/token') {
      const sent = new URLSearchParams(await bodyOf(request))
      const refusal = tokenRefusal(request.headers.authorization, sent)
      if (refusal) json(400, refusal)
      else json(200, { access_token: 'unused', token_type: 'Bearer', id_token: idToken(sent) })
    } else response.writeHead(404).end()
  }

  function authorize(question: Sent): string {
    const target = new URL(question.get('redirect_uri') ?? '')
    target.searchParams.set('state', question.get('state') ?? '')
    if (provider.isCancelled) target.searchParams.set('error', 'access_denied')
    else {
      const code = randomBase62(20)
      codes.set(code, question)
      target.searchParams.set('code', code)
    }
    return target.href
  }

  function tokenRefusal(authorization: string | undefined, sent: Sent) {
    const client = [provider.clientId, provider.clientSecret].map(formEncoded).join(':')
    const expected = `Basic ${Buffer.from(client).toString('base64')}`
    if (authorization !== expected) return { error: 'invalid_client' }
    const question = codes.get(sent.get('code') ?? '')
    const verifier = createHash('sha256').update(sent.get('code_verifier') ?? '')
    const isRight =
      question?.get('code_challenge') === verifier.digest('base64url') &&
      question.get('redirect_uri') === sent.get('redirect_uri')
    return isRight ? undefined : { error: 'invalid_grant' }
  }

  function idToken(sent: Sent): string {
    const code = sent.get('code') ?? ''
    const nowSeconds = Math.floor(Date.now() / 1000)
    const claims = {
      iss: provider.issuer,
      aud: provider.clientId,
      iat: nowSeconds,
      exp: nowSeconds + 60,
      nonce: codes.get(code)?.get('nonce'),
      ...provider.person,
      ...provider.lies.claims,
    }
    codes.delete(code)
    return signed(claims, provider.lies.isForged ? forged.privateKey : key.privateKey)
  }

  return provider
}

function discovery({ issuer }: TestOidcProvider) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

/** Names and secrets of clients as RFC 6749, section 2.3.1 requires. */
function formEncoded(text: string): string {
  return new URLSearchParams({ x: text }).toString().slice(2)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function signed(claims: object, key: KeyObject): string {
  const parts = [{ alg: 'RS256', kid: '1', typ: 'JWT' }, claims]
  const text = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
