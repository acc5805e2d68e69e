import type { HitInput } from '@tributary/contract/hit.ts'
import type { Site } from '../site.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { identityKey, isSigned } from './identity-key.ts'

/** The identity that a browser claims for its visitor. */
export interface Claims {
  userId?: string
  email?: string
}

/** A browser's claims by who vouches for them. */
export interface VettedClaims {
  /** Signed by the site's server. */
  signed: Claims
  /** Claims that anybody could have made up. */
  unsigned: Claims
}

type Given = Pick<HitInput, 'userId' | 'email' | 'signature' | 'emailSignature'>

/**
 * Separates the claims that the site's server signed from the others. `signature` is that of the user id, or of the
 * e-mail address if there is no user id; `emailSignature` is always that of the address. Each claim needs its own,
 * or a person could add somebody else's address to their own user id.
 */
export function vetClaims(
  secrets: Secrets,
  site: Site,
  { userId, email, signature, emailSignature }: Given,
): VettedClaims | 'signature-missing' | 'signature-wrong' {
  const vetted: VettedClaims = { signed: {}, unsigned: {} }
  const signatures = { userId: signature, email: emailSignature ?? (userId ? null : signature) }
  let isMissing = false
  for (const [kind, claim] of Object.entries({ userId, email }) as [
    'userId' | 'email',
    string?,
  ][]) {
    if (!claim) continue
    const given = signatures[kind]
    if (given) {
      if (!isSigned(identityKey(secrets, site), claim, given)) return 'signature-wrong'
      vetted.signed[kind] = claim
    } else if (site.requireSignedIdentify) isMissing = true
    else vetted.unsigned[kind] = claim
  }
  return isMissing && Object.keys(vetted.signed).length === 0 ? 'signature-missing' : vetted
}
