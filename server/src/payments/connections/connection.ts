import type { Secrets } from '../../store/control/secrets.ts'
import type { Credentials } from './provider-api.ts'

/** Derives the key that a connection's key is encrypted with. */
export function connectionKeysPurpose(connectionId: string): string {
  return `provider connection ${connectionId}`
}

/** An account's credentials, encrypted for storing. */
export function sealCredentials(secrets: Secrets, id: string, credentials: Credentials): string {
  return secrets.seal(connectionKeysPurpose(id), JSON.stringify(credentials))
}

export function openCredentials(
  secrets: Secrets,
  { id, keys }: { id: string; keys: string },
): Credentials {
  const stored = JSON.parse(secrets.open(connectionKeysPurpose(id), keys)) as Partial<Credentials>
  // Earlier versions stored only the key.
  return { key: stored.key ?? '', details: stored.details ?? {} }
}

/** Enough of a key to recognise it: its kind and the last four characters. */
export function hintOf(key: string): string {
  const kind = /^([a-z]+_){1,3}/.exec(key)?.[0] ?? ''
  return `${kind}…${key.slice(-4)}`
}
