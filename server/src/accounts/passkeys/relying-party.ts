import { isIP } from 'node:net'

/** For whom passkeys are made: a browser uses them at this origin and nowhere else. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * The host of the public address. Undefined where browsers know no passkeys: at an IP address, and
 * without https, except at localhost.
 */
export function relyingParty({ publicUrl }: { publicUrl: string }): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}
