import type { Secrets } from '../../store/control/secrets.ts'

/** Names the key that a connection's key is encrypted with. */
export function connectionKeysPurpose(connectionId: string): string {
  return `provider connection ${connectionId}`
}

/** The key of an account, as it is stored. */
export function sealConnectionKey(secrets: Secrets, id: string, key: string): string {
  return secrets.seal(connectionKeysPurpose(id), JSON.stringify({ key }))
}

export function openConnectionKey(
  secrets: Secrets,
  { id, keys }: { id: string; keys: string },
): string {
  return (JSON.parse(secrets.open(connectionKeysPurpose(id), keys)) as { key: string }).key
}

/** Enough of a key to tell it from others: its kind and the last four characters. */
export function hintOf(key: string): string {
  const kind = /^[a-z]+_[a-z]+_/.exec(key)?.[0] ?? ''
  return `${kind}…${key.slice(-4)}`
}
