import type { AppAuditEntry } from '@tributary/contract/app/audit.ts'

/** The author of an action in the audit log. Without addresses: ids and names are enough. */
export type Actor = AppAuditEntry['actor']

/** The author and the time (milliseconds since 1970 UTC) of an action. */
export interface ActionAuthor {
  by: Actor
  nowMs: number
}

/** A person, by the e-mail address they sign in with. */
export function personActor({ id, email }: { id: string; email: string }): Actor {
  return { kind: 'account', id, name: email }
}

/** A site's own server, by its API key. */
export function keyActor({ id, name }: { id: string; name: string }): Actor {
  return { kind: 'key', id, name }
}

/** An operator who runs commands on the machine. */
export const commandLine: Actor = { kind: 'command-line', id: null, name: '' }

/** A caller who did not authenticate. */
export const unidentified: Actor = { kind: 'nobody', id: null, name: '' }
