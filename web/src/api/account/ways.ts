import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppAccount } from '@tributary/contract/app/account.ts'
import { textLanguage } from '../../texts/texts.ts'
import { request } from '../client/request.ts'
import { sessionQuery } from '../client/session.ts'
import { pickPasskey } from './passkeys.ts'

const waysKey = ['account', 'sign-in']
const peopleKey = ['people']

/** The sign-in methods of the sign-in page. */
export function useSignInOffer() {
  return useQuery({
    queryKey: ['sign-in-offer'],
    queryFn: ({ signal }) => request('GET /api/app/sign-in', { signal }),
  })
}

/** How the signed-in person can sign in, and whether they did so just now. */
export function useSignInWays() {
  return useQuery({
    queryKey: waysKey,
    queryFn: ({ signal }) => request('GET /api/app/account/sign-in', { signal }),
    // Ten minutes go by.
    refetchInterval: 60_000,
  })
}

/** Confirms the signed-in person's identity by password or code. */
export function useStepUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string } | { code: string }) =>
      request('POST /api/app/account/step-up', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: waysKey }),
  })
}

/** Proves the person's identity with a passkey. */
export function usePasskeyStepUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      request('POST /api/app/account/step-up', { body: { credential: await pickPasskey() } }),
    onSuccess: () => client.invalidateQueries({ queryKey: waysKey }),
  })
}

/** Opens the operator's provider to sign in, and afterwards a path of ours. */
export function useOidcSignIn() {
  return useMutation({
    mutationFn: async (body: { to: string }) => goTo(await request('POST /api/app/oidc', { body })),
  })
}

/** Opens the operator's provider to connect the signed-in person's account. */
export function useOidcLink() {
  return useMutation({
    mutationFn: async (body: { password?: string }) =>
      goTo(await request('POST /api/app/account/oidc', { body })),
  })
}

function goTo({ url }: { url: string }): void {
  location.assign(url)
}

export function useOidcUnlink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password?: string }) =>
      request('POST /api/app/account/oidc/remove', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: waysKey }),
  })
}

/** Changes the e-mail address; `mailedTo` names the address to which a link was sent that must be opened first. */
export function useChangeEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; password?: string }) =>
      request('POST /api/app/account/email', { body: { ...body, language: textLanguage } }),
    onSuccess: ({ account }) => emailChanged(client, account),
  })
}

/** Accepts the link of such an e-mail. */
export function useVerifyEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) =>
      request('POST /api/app/account/email/prove', { body: { token } }),
    onSuccess: ({ account }) => emailChanged(client, account),
  })
}

function emailChanged(client: QueryClient, account: AppAccount) {
  client.setQueryData(sessionQuery.queryKey, account)
  return client.invalidateQueries({ queryKey: waysKey })
}

export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password?: string }) => request('POST /api/app/account/delete', { body }),
    onSuccess: () => {
      client.getQueryCache().clear()
      client.setQueryData(sessionQuery.queryKey, null)
    },
  })
}

/** Everybody with an account, and whether each of them needs a second factor. */
export function usePeople() {
  return useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => request('GET /api/app/people', { signal }),
  })
}

/** Makes a second factor required for everybody, or optional again. */
export function useFactorRequirement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { required: boolean; password?: string }) =>
      request('PUT /api/app/people/second-factor', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
  })
}

export type PersonAction = 'disable' | 'enable' | 'sign-out' | 'reset-link'

interface PersonChange {
  id: string
  action: PersonAction
  password?: string
}

/** Changes a person's account; returns a link if one was made. */
export function useChangePerson() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, action, ...body }: PersonChange): Promise<{ link?: string }> => {
      const call = { accountId: id, body }
      if (action === 'reset-link') {
        return request('POST /api/app/people/:accountId/reset-link', call)
      }
      await request(`POST /api/app/people/:accountId/${action}`, call)
      return {}
    },
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
  })
}

/** Requests an e-mail with a password reset link, which is sent if an account has the address. */
export function useForgotten() {
  return useMutation({
    mutationFn: (email: string) =>
      request('POST /api/app/reset/ask', { body: { email, language: textLanguage } }),
  })
}

/** The account of a link for setting a new password. */
export function useResetLink(token: string) {
  return useQuery({
    queryKey: ['reset', token],
    queryFn: ({ signal }) => request('POST /api/app/reset', { body: { token }, signal }),
    retry: false,
  })
}

export function useReset() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; password: string; code?: string }) =>
      request('POST /api/app/reset/finish', { body }),
    onSuccess: ({ account }) => {
      if (account === null) return
      client.getQueryCache().clear()
      client.setQueryData(sessionQuery.queryKey, account)
    },
  })
}
