import type { AppInvitation } from '@tributary/contract/app/team.ts'
import {
  acceptanceOperations,
  invitationOperations,
  memberOperations,
} from '@tributary/contract/operations/app-team.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../account.ts'
import type { AccountsDeps } from '../accounts/accounts-deps.ts'
import { requireStepUp } from '../accounts/http/proof.ts'
import { findPerson } from '../accounts/http/signed-in.ts'
import { startSession } from '../accounts/http/start-session.ts'
import { refuseUnlessOidc } from '../accounts/refuse-unless-oidc.ts'
import { serveOperations } from '../http/serve-operations.ts'
import type { Site } from '../site.ts'
import { findRoleOn } from '../sites/site-access.ts'
import {
  acceptInvitation,
  type Invitation,
  invite,
  listInvitations,
  revokeInvitation,
  type SendInvitation,
  showInvitation,
} from './invitations.ts'
import {
  type AccessStore,
  listFormerMembers,
  listLeftAccess,
  revokeLeftAccess,
} from './left-access.ts'
import { mailInvitation } from './mail-invitation.ts'
import { changeMember, listMembers, removeMember, type TeamActor } from './members.ts'

/** What teams need: how people sign in, and the access that former members still have. */
export interface TeamDeps extends AccountsDeps, AccessStore {}

/** The members of a site, and its invitations. */
export function teamRoutes(app: FastifyInstance, deps: TeamDeps): void {
  memberRoutes(app, deps)
  invitationRoutes(app, deps)
  acceptanceRoutes(app, deps)
}

function memberRoutes(app: FastifyInstance, deps: TeamDeps): void {
  const { control, clock } = deps
  serveOperations(app, deps, memberOperations, {
    'GET /api/app/sites/:siteId/members': async ({ site, person }) => {
      const members = await listMembers(control, site.id)
      return {
        members: members.map(({ language: _, ...member }) => ({
          ...member,
          isYou: member.accountId === person.id,
        })),
      }
    },

    'PATCH /api/app/sites/:siteId/members/:accountId': async ({ params, body, ...by }) => {
      await changeMember(control, params, body.role, await actorOf(deps, by))
      return { message: 'Role changed' }
    },

    'DELETE /api/app/sites/:siteId/members/:accountId': async ({ params, ...by }) => {
      await removeMember(control, params, await actorOf(deps, by))
      return { message: 'Member removed' }
    },

    'GET /api/app/sites/:siteId/former-members': async ({ site }) => ({
      formerMembers: await listFormerMembers(deps, site.id),
    }),

    // The account need not be a member any more: access is often checked after somebody has left.
    'GET /api/app/sites/:siteId/members/:accountId/access': async ({ params }) => ({
      access: await listLeftAccess(deps, params),
    }),

    'POST /api/app/sites/:siteId/members/:accountId/access/revoke': async (call) => {
      const { items } = call.body
      // Without its endpoint a provider's payments no longer arrive.
      if (items.some(({ kind }) => kind === 'provider')) await requireStepUp(deps, call.request)
      await revokeLeftAccess(deps, call.params, { items, account: call.person })
      return { message: 'Access revoked' }
    },

    'DELETE /api/app/account/memberships/:siteId': async ({ site, person }) => {
      const actor: TeamActor = { account: person, role: 'owner', nowMs: clock.now() }
      await removeMember(control, { siteId: site.id, accountId: person.id }, actor)
      return { message: 'You left the site' }
    },
  })
}

function invitationRoutes(app: FastifyInstance, deps: TeamDeps): void {
  const { control, clock, config, secrets, mailer } = deps
  // In the fragment (`#`), so that the token reaches no server log and no referrer.
  const linkWith = (token: string) => `${config.publicUrl}/invitation#token=${token}`

  serveOperations(app, deps, invitationOperations, {
    'GET /api/app/sites/:siteId/invitations': async ({ site }) => {
      const invitations = await listInvitations(control, site.id)
      return { invitations: invitations.map((one) => present(one, clock.now())) }
    },

    'POST /api/app/sites/:siteId/invitations': async ({ body, ...by }) => {
      const { language = 'en', ...input } = body
      const mailed = mailer !== undefined
      const send: SendInvitation = (db, made, token) =>
        mailInvitation(db, secrets, made, { link: linkWith(token), language })
      const asked = { ...input, send: mailed ? send : undefined }
      const actor = await actorOf(deps, by)
      const { invitation, token } = await invite(control, by.site.id, asked, actor)
      // The holder of the link creates the account, so a mailed link is only sent to its recipient.
      const link = mailed ? null : linkWith(token)
      return { invitation: present(invitation, clock.now()), link, mailed }
    },

    'DELETE /api/app/sites/:siteId/invitations/:invitationId': async ({ params, ...by }) => {
      const invitation = { siteId: by.site.id, id: params.invitationId }
      await revokeInvitation(control, invitation, await actorOf(deps, by))
      return { message: 'Invitation revoked' }
    },
  })
}

/** For the holder of an invitation's link, signed in or not. */
function acceptanceRoutes(app: FastifyInstance, deps: TeamDeps): void {
  const { control, clock, config, mailer } = deps
  serveOperations(app, deps, acceptanceOperations, {
    'POST /api/app/invitation': async ({ body }) => ({
      invitation: await showInvitation(control, body.token, clock.now()),
    }),

    'POST /api/app/invitation/accept': async ({ request, reply, body }) => {
      const { token, password } = body
      const signedIn = await findPerson(deps, request)
      if (signedIn === undefined) refuseUnlessOidc(deps.config)
      const canVerifyEmail = mailer !== undefined || config.oidc !== undefined
      const acceptance = { token, account: signedIn, password, canVerifyEmail }
      const { account, siteId } = await acceptInvitation(control, acceptance, clock.now())
      if (signedIn !== undefined) return { account, siteId }
      const came = { account, way: 'invitation' } as const
      return { account: await startSession(deps, { request, reply }, came), siteId }
    },
  })
}

async function actorOf(
  { control, clock }: TeamDeps,
  { person, site }: { person: Account; site: Site },
): Promise<TeamActor> {
  const role = (await findRoleOn(control, person, site.id)) ?? 'viewer'
  return { account: person, role, nowMs: clock.now() }
}

function present(invitation: Invitation, nowMs: number): AppInvitation {
  const { id, email, role, invitedBy, createdMs, expiresMs } = invitation
  return {
    id,
    email,
    role,
    invitedBy,
    createdAt: new Date(createdMs).toISOString(),
    expiresAt: new Date(expiresMs).toISOString(),
    isExpired: nowMs >= expiresMs,
  }
}
