import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppAccount } from '@tributary/contract/app-account.ts'
import type {
  AccessRevocation,
  AppFormerMember,
  AppInvitation,
  AppInvitationShown,
  AppLeftAccess,
  AppMember,
  NewInvitation,
} from '@tributary/contract/app-team.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'
import { sitesQuery } from './sites.ts'

export type Member = AppMember
export type Invitation = AppInvitation
export type LeftAccess = AppLeftAccess
export type FormerMember = AppFormerMember

const siteOf = (siteId: string) => `/api/app/sites/${encodeURIComponent(siteId)}`
const membersKey = (siteId: string) => ['sites', siteId, 'members']
const accessPath = (siteId: string, accountId: string) =>
  `${siteOf(siteId)}/members/${encodeURIComponent(accountId)}/access`
const accessKey = (siteId: string, accountId: string) => ['sites', siteId, 'access', accountId]
const invitationsKey = (siteId: string) => ['sites', siteId, 'invitations']

export function useMembers(siteId: string) {
  return useQuery({
    queryKey: membersKey(siteId),
    queryFn: async ({ signal }) =>
      (await request<{ members: Member[] }>(`${siteOf(siteId)}/members`, { signal })).members,
  })
}

export function useChangeMember(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ accountId, role }: Pick<Member, 'accountId' | 'role'>) =>
      request(`${siteOf(siteId)}/members/${encodeURIComponent(accountId)}`, {
        method: 'PATCH',
        body: { role },
      }),
    // One's own role may be what was changed, so the site is asked for again, too.
    onSettled: () => client.invalidateQueries({ queryKey: ['sites', siteId] }),
  })
}

export function useRemoveMember(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (accountId: string) =>
      request(`${siteOf(siteId)}/members/${encodeURIComponent(accountId)}`, { method: 'DELETE' }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: membersKey(siteId) }),
        client.invalidateQueries({ queryKey: ['sites', siteId, 'former-members'] }),
      ]),
  })
}

/** What of a site goes on working when somebody leaves it: keys, links and webhooks that they know. */
export function useLeftAccess(siteId: string, accountId: string) {
  return useQuery({
    queryKey: accessKey(siteId, accountId),
    queryFn: async ({ signal }) => {
      const path = accessPath(siteId, accountId)
      return (await request<{ access: AppLeftAccess[] }>(path, { signal })).access
    },
  })
}

export function useRevokeAccess(siteId: string, accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (items: AccessRevocation['items']) => {
      const path = `${accessPath(siteId, accountId)}/revoke`
      return request(path, { method: 'POST', body: { items } })
    },
    // Keys, links, webhooks and providers have pages of their own.
    onSettled: () => client.invalidateQueries({ queryKey: ['sites', siteId] }),
  })
}

export function useFormerMembers(siteId: string) {
  return useQuery({
    queryKey: ['sites', siteId, 'former-members'],
    queryFn: async ({ signal }) => {
      const path = `${siteOf(siteId)}/former-members`
      return (await request<{ formerMembers: AppFormerMember[] }>(path, { signal })).formerMembers
    },
  })
}

export function useLeaveSite(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request(`/api/app/account/memberships/${encodeURIComponent(siteId)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: sitesQuery.queryKey, exact: true }),
  })
}

export function useInvitations(siteId: string, isWanted: boolean) {
  return useQuery({
    queryKey: invitationsKey(siteId),
    queryFn: async ({ signal }) => {
      const path = `${siteOf(siteId)}/invitations`
      return (await request<{ invitations: Invitation[] }>(path, { signal })).invitations
    },
    enabled: isWanted,
  })
}

/** Answers the link, this once; null where it was sent by e-mail. */
export function useInvite(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewInvitation) =>
      request<{ invitation: Invitation; link: string | null; mailed: boolean }>(
        `${siteOf(siteId)}/invitations`,
        {
          method: 'POST',
          body,
        },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsKey(siteId) }),
  })
}

export function useRevokeInvitation(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      request(`${siteOf(siteId)}/invitations/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsKey(siteId) }),
  })
}

/** An invitation as shown to the holder of its link. */
export function useShownInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      const options = { method: 'POST' as const, body: { token }, signal }
      return (await request<{ invitation: AppInvitationShown }>('/api/app/invitation', options))
        .invitation
    },
  })
}

export function useAcceptInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; password?: string }) =>
      request<{ account: AppAccount; siteId: string }>('/api/app/invitation/accept', {
        method: 'POST',
        body,
      }),
    onSuccess: ({ account }) => {
      client.setQueryData(sessionQuery.queryKey, account)
      return client.invalidateQueries({ queryKey: sitesQuery.queryKey })
    },
  })
}
