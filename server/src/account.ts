/** A person who may sign in. */
export interface Account {
  id: string
  email: string
  /** An owner may do everything on every site; a member what each site's membership allows. */
  installationRole: 'owner' | 'member'
}

/** The public part of an account, without its password. */
export function toAccount(row: Account): Account {
  return { id: row.id, email: row.email, installationRole: row.installationRole }
}
