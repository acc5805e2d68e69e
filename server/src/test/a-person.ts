import { randomUUID } from 'node:crypto'
import { createAccount } from '../accounts/create-account.ts'
import type { Services } from '../services.ts'

/** The headers of a signed-in person's browser for a request of the dashboard. */
export type PersonHeaders = { cookie: string; 'sec-fetch-site': 'same-origin' }

/** The same while signed out. */
export const signedOut: PersonHeaders = { cookie: '', 'sec-fetch-site': 'same-origin' }

/** A person: an owner of the installation, or a member of some sites. */
export interface PersonKind {
  /** Their role on the site; a `stranger` is a member of none. */
  role: string
  /** The site; without it an owner owns the installation. */
  siteId?: string
  email?: string
}

/** Creates an account without a usable password, and signs it in. */
export async function aPerson(
  { control, signInSessions }: Pick<Services, 'control' | 'signInSessions'>,
  { role, siteId, email = `${role}-${randomUUID()}@shop.example` }: PersonKind,
): Promise<PersonHeaders> {
  const passwordHash = 'none, so no password fits'
  const installationRole = siteId !== undefined || role === 'stranger' ? 'member' : 'owner'
  const made = { email, passwordHash, installationRole } as const
  const { id } = await createAccount(control.db, Date.now(), made)
  if (siteId !== undefined && role !== 'stranger') {
    const row = { account_id: id, site_id: siteId, role }
    await control.db.insertInto('memberships').values(row).execute()
  }
  return { ...signedOut, cookie: `tributary_session=${await signInSessions.start(id)}` }
}
