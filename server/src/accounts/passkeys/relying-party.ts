import { isIP } from 'node:net'

/** The relying party: browsers use its passkeys at this origin and nowhere else. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * The host of the public address. Undefined where browsers do not support passkeys: at an IP address, and without
 * https, except at localhost.
 */
export function relyingParty({ publicUrl }: { publicUrl: string }): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}
