import type { Configuration } from 'openid-client'
import type { OidcConfig } from '../../config.ts'
import { hourMs } from '../../time/durations.ts'
import { readEmail } from '../email-address.ts'

/** The values that the browser must return with, and those that only this server knows. */
export interface OidcQuestion {
  state: string
  nonce: string
  /** PKCE: an intercepted code is useless without it. */
  verifier: string
}

/** Somebody whom the provider has signed in. */
export interface OidcPerson {
  issuer: string
  subject: string
  /** As accounts have it, and only if the provider has verified it. */
  email: string | undefined
}

export interface OidcProvider {
  /** The issuer that its accounts are stored under, without a trailing slash. */
  readonly issuer: string
  /** A new sign-in attempt, and the provider's address for it. */
  ask(): Promise<{ question: OidcQuestion; url: string }>
  /**
   * The person who returned with `search`, the query of the redirect address. Throws the library's error for an
   * invalid one.
   */
  readPerson(search: string, question: OidcQuestion): Promise<OidcPerson>
}

const patienceSeconds = 10
/** Keys and addresses of a provider change rarely; a new one is found within this time. */
const knownForMs = hourMs

/** The redirect URI, exactly as registered with the provider. */
export function redirectAddress(publicUrl: string): string {
  return `${publicUrl}/api/app/oidc/callback`
}

/** Code flow with PKCE, state and nonce (OpenID Connect Core 1.0, section 3.1). */
export function oidcProvider(config: OidcConfig, publicUrl: string): OidcProvider {
  const redirectUri = redirectAddress(publicUrl)
  let known: { until: number; configuration: Promise<Configuration> } | undefined

  function configuration(): Promise<Configuration> {
    if (known === undefined || known.until < performance.now()) {
      known = { until: performance.now() + knownForMs, configuration: discover(config) }
      // The next sign-in tries again.
      known.configuration.catch(() => {
        known = undefined
      })
    }
    return known.configuration
  }

  const issuer = issuerName(config)
  return {
    issuer,
    async ask() {
      const library = await import('openid-client')
      const question = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        verifier: library.randomPKCECodeVerifier(),
      }
      const url = library.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: question.state,
        nonce: question.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(question.verifier),
        code_challenge_method: 'S256',
      })
      return { question, url: url.href }
    },
    async readPerson(search, { state, nonce, verifier }) {
      const library = await import('openid-client')
      const current = await configuration()
      const tokens = await library.authorizationCodeGrant(current, new URL(redirectUri + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('the provider sent no ID token')
      const { sub: subject } = claims
      const own = verifiedEmail(claims)
      const hasUserInfo = current.serverMetadata().userinfo_endpoint !== undefined
      if (own !== undefined || claims.email !== undefined || !hasUserInfo) {
        return { issuer, subject, email: own }
      }
      // Some providers include the address only there.
      const info = await library.fetchUserInfo(current, tokens.access_token, subject)
      return { issuer, subject, email: verifiedEmail(info) }
    },
  }
}

/** The library verifies the issuer of each token. */
export function issuerName({ issuer }: OidcConfig): string {
  return issuer.replace(/\/+$/, '')
}

function verifiedEmail(claims: Record<string, unknown>): string | undefined {
  const { email, email_verified: isVerified } = claims
  return typeof email === 'string' && isVerified === true ? readEmail(email) : undefined
}

/** Loads the provider's addresses and keys; throws if they are invalid. */
export async function discover(config: OidcConfig): Promise<Configuration> {
  const library = await import('openid-client')
  const { issuer, clientId, clientSecret } = config
  const found = await library.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: patienceSeconds,
    // `readConfig` allows that only on this machine.
    execute: issuer.startsWith('http:') ? [library.allowInsecureRequests] : [],
  })
  const metadata = found.serverMetadata()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_basic')
    ? library.ClientSecretBasic(clientSecret)
    : library.ClientSecretPost(clientSecret)
  const configuration = new library.Configuration(metadata, clientId, clientSecret, authentication)
  configuration.timeout = patienceSeconds
  if (issuer.startsWith('http:')) library.allowInsecureRequests(configuration)
  // The token arrives over TLS from the provider itself; its signature is checked all the same.
  library.enableNonRepudiationChecks(configuration)
  return configuration
}
