import type { AppAccount } from '../app/account.ts'
import {
  type AppFormerMember,
  type AppInvitation,
  type AppInvitationShown,
  type AppLeftAccess,
  type AppMember,
  accessRevocation,
  invitationAcceptance,
  invitationToken,
  memberChange,
  newInvitation,
} from '../app/team.ts'
import { admin, message, type Operations, typed, viewer } from '../operation.ts'

/** The members of a site, and the access that former members still have. */
export const memberOperations = {
  'GET /api/app/sites/:siteId/members': { access: viewer, data: typed<{ members: AppMember[] }>() },
  'PATCH /api/app/sites/:siteId/members/:accountId': {
    access: admin,
    body: memberChange,
    data: message,
  },
  'DELETE /api/app/sites/:siteId/members/:accountId': { access: admin, data: message },
  'GET /api/app/sites/:siteId/former-members': {
    access: admin,
    data: typed<{ formerMembers: AppFormerMember[] }>(),
  },
  'GET /api/app/sites/:siteId/members/:accountId/access': {
    access: admin,
    data: typed<{ access: AppLeftAccess[] }>(),
  },
  'POST /api/app/sites/:siteId/members/:accountId/access/revoke': {
    access: admin,
    body: accessRevocation,
    data: message,
  },
  // Not below the site's routes, where a viewer may change nothing.
  'DELETE /api/app/account/memberships/:siteId': { access: viewer, data: message },
} satisfies Operations

/** Invitations to a site. */
export const invitationOperations = {
  'GET /api/app/sites/:siteId/invitations': {
    access: admin,
    data: typed<{ invitations: AppInvitation[] }>(),
  },
  /** The link is null where it was sent by e-mail. */
  'POST /api/app/sites/:siteId/invitations': {
    access: admin,
    body: newInvitation,
    data: typed<{ invitation: AppInvitation; link: string | null; mailed: boolean }>(),
  },
  'DELETE /api/app/sites/:siteId/invitations/:invitationId': { access: admin, data: message },
} satisfies Operations

/** For the holder of an invitation's link, signed in or not. */
export const acceptanceOperations = {
  'POST /api/app/invitation': {
    access: 'same-origin',
    body: invitationToken,
    data: typed<{ invitation: AppInvitationShown }>(),
  },
  'POST /api/app/invitation/accept': {
    access: 'same-origin',
    body: invitationAcceptance,
    data: typed<{ account: AppAccount; siteId: string }>(),
  },
} satisfies Operations
