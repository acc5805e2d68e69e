import type { AppAuditEntry } from '@tributary/contract/app/audit.ts'

/** Who does something, as the audit log names them. Without addresses: ids and names are enough. */
export type Actor = AppAuditEntry['actor']

/** A person, by the e-mail address they sign in with. */
export function personActor({ id, email }: { id: string; email: string }): Actor {
  return { kind: 'account', id, name: email }
}

/** A site's own server, by the key it came with. */
export function keyActor({ id, name }: { id: string; name: string }): Actor {
  return { kind: 'key', id, name }
}

/** An operator who runs commands on the machine. */
export const commandLine: Actor = { kind: 'command-line', id: null, name: '' }

/** A caller who did not prove who they are. */
export const unidentified: Actor = { kind: 'nobody', id: null, name: '' }
