import { discover, redirectAddress } from '../accounts/oidc/provider.ts'
import type { Config } from '../config.ts'
import type { Finding } from './finding.ts'

/** Whether the sign-in provider answers and identifies itself. */
export async function checkOidc({ oidc, publicUrl }: Config): Promise<string | Finding> {
  if (oidc === undefined) return 'not set: people sign in with passwords and passkeys'
  const address = redirectAddress(publicUrl)
  try {
    await discover(oidc)
  } catch (cause) {
    throw new Error(
      `${oidc.issuer} is no OpenID Connect provider that can be reached; OIDC_ISSUER is to be written exactly as the provider writes it`,
      { cause },
    )
  }
  return `${oidc.name} answers; it must know the redirect address ${address}`
}
