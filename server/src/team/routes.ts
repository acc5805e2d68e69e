import {
  type AppInvitation,
  type AppMember,
  accessRevocation,
  invitationAcceptance,
  invitationToken,
  memberChange,
  newInvitation,
} from '@tributary/contract/app-team.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseUnlessOidc } from '../accounts/refuse-unless-oidc.ts'
import { findRoleOn, getSiteAs } from '../accounts/site-access.ts'
import { requireStepUp } from '../http/proof.ts'
import { findPerson, personOf, requirePerson, requireSameOrigin } from '../http/signed-in.ts'
import { startSession } from '../http/start-session.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import {
  acceptInvitation,
  type Invitation,
  invite,
  listInvitations,
  revokeInvitation,
  type SendInvitation,
  showInvitation,
} from './invitations.ts'
import { listFormerMembers, listLeftAccess, revokeLeftAccess } from './left-access.ts'
import { mailInvitation } from './mail-invitation.ts'
import { changeMember, listMembers, removeMember, type TeamActor } from './members.ts'

const validateRevocation = validateBody(accessRevocation)
const validateChange = validateBody(memberChange)
const validateNew = validateBody(newInvitation)
const validateToken = validateBody(invitationToken)
const validateAcceptance = validateBody(invitationAcceptance)

interface OnSite {
  Params: { siteId: string }
}

interface OnMember {
  Params: { siteId: string; accountId: string }
}

interface OnInvitation {
  Params: { siteId: string; invitationId: string }
}

/** `/api/app/sites/{site}/members` and `/invitations`: who may see a site, and who is asked to. */
export function teamRoutes(app: FastifyInstance, services: Services): void {
  memberRoutes(app, services)
  invitationRoutes(app, services)
  acceptanceRoutes(app, services)
}

function memberRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/members'

  app.get<OnSite>(path, person, async (request) => {
    const { siteId } = request.params
    const account = personOf(request)
    await getSiteAs(control, account, { id: siteId, role: 'viewer' })
    const members: AppMember[] = (await listMembers(control, siteId)).map(
      ({ language: _, ...member }) => ({ ...member, isYou: member.accountId === account.id }),
    )
    return success({ members })
  })

  app.patch<OnMember>(`${path}/:accountId`, person, async (request) => {
    const actor = await adminOf(services, request, request.params.siteId)
    const { role } = validateChange(request.body)
    await changeMember(control, request.params, role, actor)
    return success({ message: 'Role changed' })
  })

  app.delete<OnMember>(`${path}/:accountId`, person, async (request) => {
    const actor = await adminOf(services, request, request.params.siteId)
    await removeMember(control, request.params, actor)
    return success({ message: 'Member removed' })
  })

  app.get<OnSite>('/api/app/sites/:siteId/former-members', person, async (request) => {
    const { siteId } = request.params
    await adminOf(services, request, siteId)
    return success({ formerMembers: await listFormerMembers(services, siteId) })
  })

  // The account need not be a member any more: access is often looked for after somebody has left.
  app.get<OnMember>(`${path}/:accountId/access`, person, async (request) => {
    await adminOf(services, request, request.params.siteId)
    return success({ access: await listLeftAccess(services, request.params) })
  })

  app.post<OnMember>(`${path}/:accountId/access/revoke`, person, async (request) => {
    const { account } = await adminOf(services, request, request.params.siteId)
    const { items } = validateRevocation(request.body)
    // Without its endpoint a provider's payments no longer arrive.
    if (items.some(({ kind }) => kind === 'provider')) await requireStepUp(services, request)
    await revokeLeftAccess(services, request.params, { items, account })
    return success({ message: 'Access revoked' })
  })

  // Not below the site's routes, where a viewer may change nothing.
  app.delete<OnSite>('/api/app/account/memberships/:siteId', person, async (request) => {
    const { siteId } = request.params
    const account = personOf(request)
    await getSiteAs(control, account, { id: siteId, role: 'viewer' })
    const actor: TeamActor = { account, role: 'owner', nowMs: clock.now() }
    await removeMember(control, { siteId, accountId: account.id }, actor)
    return success({ message: 'You left the site' })
  })
}

function invitationRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, config, secrets, mailer } = services
  const person = requirePerson(services)
  const path = '/api/app/sites/:siteId/invitations'
  // Behind the `#`, so that the token reaches no server log and no referrer.
  const linkWith = (token: string) => `${config.publicUrl}/invitation#token=${token}`

  app.get<OnSite>(path, person, async (request) => {
    const { siteId } = request.params
    await adminOf(services, request, siteId)
    const invitations = await listInvitations(control, siteId)
    return success({ invitations: invitations.map((one) => present(one, clock.now())) })
  })

  app.post<OnSite>(path, person, async (request) => {
    const { siteId } = request.params
    const actor = await adminOf(services, request, siteId)
    const { language = 'en', ...input } = validateNew(request.body)
    const mailed = mailer !== undefined
    const send: SendInvitation = (db, made, token) =>
      mailInvitation(db, secrets, made, { link: linkWith(token), language })
    const asked = { ...input, send: mailed ? send : undefined }
    const { invitation, token } = await invite(control, siteId, asked, actor)
    // The holder of the link creates the account, so a mailed link goes only to its reader.
    const link = mailed ? null : linkWith(token)
    return success({ invitation: present(invitation, clock.now()), link, mailed })
  })

  app.delete<OnInvitation>(`${path}/:invitationId`, person, async (request) => {
    const { siteId, invitationId: id } = request.params
    const actor = await adminOf(services, request, siteId)
    await revokeInvitation(control, { siteId, id }, actor)
    return success({ message: 'Invitation revoked' })
  })
}

/** For the holder of an invitation's link, signed in or not. */
function acceptanceRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, config, mailer } = services
  const own = requireSameOrigin(services)

  app.post('/api/app/invitation', own, async (request) => {
    const { token } = validateToken(request.body)
    return success({ invitation: await showInvitation(control, token, clock.now()) })
  })

  app.post('/api/app/invitation/accept', own, async (request, reply) => {
    const { token, password } = validateAcceptance(request.body)
    const signedIn = await findPerson(services, request)
    if (signedIn === undefined) refuseUnlessOidc(services.config)
    const canProveEmail = mailer !== undefined || config.oidc !== undefined
    const acceptance = { token, account: signedIn, password, canProveEmail }
    const { account, siteId } = await acceptInvitation(control, acceptance, clock.now())
    if (signedIn !== undefined) return success({ account, siteId })
    const came = { account, way: 'invitation' } as const
    return success({ account: await startSession(services, { request, reply }, came), siteId })
  })
}

async function adminOf(
  { control, clock }: Services,
  request: FastifyRequest,
  siteId: string,
): Promise<TeamActor> {
  const account = personOf(request)
  await getSiteAs(control, account, { id: siteId, role: 'admin' })
  const role = (await findRoleOn(control, account, siteId)) ?? 'viewer'
  return { account, role, nowMs: clock.now() }
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
