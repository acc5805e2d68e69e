import type { Kysely, Selectable } from 'kysely'
import type { InvitationsTable } from '../../store/control/tables/account-tables.ts'
import type { Database } from '../../store/control/tables.ts'
import type { SiteRole } from './account-rows.ts'

/** An invitation as the store keeps it. */
export interface InvitationRow {
  id: string
  siteId: string
  /** Lower-case; only this address can accept it. */
  email: string
  role: SiteRole
  tokenHash: string
  /** The e-mail address of the person who created it. */
  invitedBy: string
  /** Whether the link was only sent to the address by e-mail. */
  isMailed: boolean
  createdMs: number
  expiresMs: number
}

/** Adds an invitation, replacing an earlier one of the same person to the same site. */
export async function saveInvitation(
  db: Kysely<Database>,
  invitation: InvitationRow,
): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('site_id', '=', invitation.siteId)
    .where('email', '=', invitation.email)
    .execute()
  await db
    .insertInto('invitations')
    .values({
      id: invitation.id,
      site_id: invitation.siteId,
      email: invitation.email,
      role: invitation.role,
      token_hash: invitation.tokenHash,
      invited_by: invitation.invitedBy,
      is_mailed: invitation.isMailed ? 1 : 0,
      created_ms: invitation.createdMs,
      expires_ms: invitation.expiresMs,
    })
    .execute()
}

/** A site's invitations, by e-mail address, expired ones too. */
export async function listInvitationRows(
  db: Kysely<Database>,
  siteId: string,
): Promise<InvitationRow[]> {
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('email')
    .execute()
  return rows.map(fromColumns)
}

/** The invitations of one address to any site, expired ones too. */
export async function listInvitationsTo(
  db: Kysely<Database>,
  email: string,
): Promise<InvitationRow[]> {
  const rows = await db.selectFrom('invitations').selectAll().where('email', '=', email).execute()
  return rows.map(fromColumns)
}

export async function findInvitationByToken(
  db: Kysely<Database>,
  tokenHash: string,
): Promise<InvitationRow | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && fromColumns(row)
}

/** Deletes an invitation and returns it; undefined if the site has none with this id. */
export async function takeInvitation(
  db: Kysely<Database>,
  { siteId, id }: { siteId: string; id: string },
): Promise<InvitationRow | undefined> {
  const row = await db
    .deleteFrom('invitations')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && fromColumns(row)
}

function fromColumns(row: Selectable<InvitationsTable>): InvitationRow {
  return {
    id: row.id,
    siteId: row.site_id,
    email: row.email,
    role: row.role as SiteRole,
    tokenHash: row.token_hash,
    invitedBy: row.invited_by,
    isMailed: row.is_mailed === 1,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
  }
}
