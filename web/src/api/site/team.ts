import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  AccessRevocation,
  AppFormerMember,
  AppInvitation,
  AppLeftAccess,
  AppMember,
  NewInvitation,
} from '@tributary/contract/app/team.ts'
import { request } from '../client/request.ts'
import { sessionQuery } from '../client/session.ts'
import { sitesQuery } from './sites.ts'

export type Member = AppMember
export type Invitation = AppInvitation
export type LeftAccess = AppLeftAccess
export type FormerMember = AppFormerMember

const membersKey = (siteId: string) => ['sites', siteId, 'members']
const accessKey = (siteId: string, accountId: string) => ['sites', siteId, 'access', accountId]
const invitationsKey = (siteId: string) => ['sites', siteId, 'invitations']

export function useMembers(siteId: string) {
  return useQuery({
    queryKey: membersKey(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/members', { siteId, signal })).members,
  })
}

export function useChangeMember(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ accountId, role }: Pick<Member, 'accountId' | 'role'>) =>
      request('PATCH /api/app/sites/:siteId/members/:accountId', {
        siteId,
        accountId,
        body: { role },
      }),
    // One's own role may have changed, so the site is requested again, too.
    onSettled: () => client.invalidateQueries({ queryKey: ['sites', siteId] }),
  })
}

export function useRemoveMember(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (accountId: string) =>
      request('DELETE /api/app/sites/:siteId/members/:accountId', { siteId, accountId }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: membersKey(siteId) }),
        client.invalidateQueries({ queryKey: ['sites', siteId, 'former-members'] }),
      ]),
  })
}

/** What keeps working when somebody leaves a site: keys, links and webhooks that they know. */
export function useLeftAccess(siteId: string, accountId: string) {
  return useQuery({
    queryKey: accessKey(siteId, accountId),
    queryFn: async ({ signal }) => {
      const call = { siteId, accountId, signal }
      return (await request('GET /api/app/sites/:siteId/members/:accountId/access', call)).access
    },
  })
}

export function useRevokeAccess(siteId: string, accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (items: AccessRevocation['items']) =>
      request('POST /api/app/sites/:siteId/members/:accountId/access/revoke', {
        siteId,
        accountId,
        body: { items },
      }),
    // Keys, links, webhooks and providers have separate pages.
    onSettled: () => client.invalidateQueries({ queryKey: ['sites', siteId] }),
  })
}

export function useFormerMembers(siteId: string) {
  return useQuery({
    queryKey: ['sites', siteId, 'former-members'],
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/former-members', { siteId, signal }))
        .formerMembers,
  })
}

export function useLeaveSite(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request('DELETE /api/app/account/memberships/:siteId', { siteId }),
    onSuccess: () => client.invalidateQueries({ queryKey: sitesQuery.queryKey, exact: true }),
  })
}

export function useInvitations(siteId: string, isWanted: boolean) {
  return useQuery({
    queryKey: invitationsKey(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/invitations', { siteId, signal })).invitations,
    enabled: isWanted,
  })
}

/** Returns the link, only this once; null if it was sent by e-mail. */
export function useInvite(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewInvitation) =>
      request('POST /api/app/sites/:siteId/invitations', { siteId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsKey(siteId) }),
  })
}

export function useRevokeInvitation(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) =>
      request('DELETE /api/app/sites/:siteId/invitations/:invitationId', { siteId, invitationId }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsKey(siteId) }),
  })
}

/** An invitation as shown to the holder of its link. */
export function useShownInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) =>
      (await request('POST /api/app/invitation', { body: { token }, signal })).invitation,
  })
}

export function useAcceptInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; password?: string }) =>
      request('POST /api/app/invitation/accept', { body }),
    onSuccess: ({ account }) => {
      client.setQueryData(sessionQuery.queryKey, account)
      return client.invalidateQueries({ queryKey: sitesQuery.queryKey })
    },
  })
}
