import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  AppAccount,
  AppPerson,
  AppSignInOffer,
  AppSignInWays,
} from '@tributary/contract/app-account.ts'
import { textLanguage } from '../texts/texts.ts'
import { pickPasskey } from './passkeys.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

const waysKey = ['account', 'sign-in']
const peopleKey = ['people']

/** What the sign-in page offers. */
export function useSignInOffer() {
  return useQuery({
    queryKey: ['sign-in-offer'],
    queryFn: ({ signal }) => request<AppSignInOffer>('/api/app/sign-in', { signal }),
  })
}

/** How the signed-in person can sign in, and whether they did so just now. */
export function useSignInWays() {
  return useQuery({
    queryKey: waysKey,
    queryFn: ({ signal }) => request<AppSignInWays>('/api/app/account/sign-in', { signal }),
    // Ten minutes go by.
    refetchInterval: 60_000,
  })
}

const stepUpPath = '/api/app/account/step-up'

/** Confirms by password or code that it is the person who is signed in. */
export function useStepUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string } | { code: string }) =>
      request(stepUpPath, { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: waysKey }),
  })
}

/** The same by a passkey. */
export function usePasskeyStepUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      request(stepUpPath, { method: 'POST', body: { credential: await pickPasskey() } }),
    onSuccess: () => client.invalidateQueries({ queryKey: waysKey }),
  })
}

/** Goes to the operator's provider to sign in, and afterwards to a path of ours. */
export function useOidcSignIn() {
  return useMutation({
    mutationFn: (body: { to: string }) => goTo('/api/app/oidc', body),
  })
}

/** The same, to connect the account of who is signed in. */
export function useOidcLink() {
  return useMutation({
    mutationFn: (body: { password?: string }) => goTo('/api/app/account/oidc', body),
  })
}

async function goTo(path: string, body: object): Promise<void> {
  const { url } = await request<{ url: string }>(path, { method: 'POST', body })
  location.assign(url)
}

export function useOidcUnlink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password?: string }) =>
      request('/api/app/account/oidc/remove', { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: waysKey }),
  })
}

/** Asks for another address; `mailedTo` says where a link went that must come back first. */
export function useChangeEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; password?: string }) =>
      request<{ account: AppAccount; mailedTo: string | null }>('/api/app/account/email', {
        method: 'POST',
        body: { ...body, language: textLanguage },
      }),
    onSuccess: ({ account }) => emailChanged(client, account),
  })
}

/** Takes the link of such an e-mail. */
export function useProveEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) =>
      request<{ account: AppAccount }>('/api/app/account/email/prove', {
        method: 'POST',
        body: { token },
      }),
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
    mutationFn: (body: { password?: string }) =>
      request('/api/app/account/delete', { method: 'POST', body }),
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
    queryFn: ({ signal }) =>
      request<{ people: AppPerson[]; secondFactorRequired: boolean }>('/api/app/people', {
        signal,
      }),
  })
}

/** Makes a second factor everybody's duty, or no longer. */
export function useFactorDuty() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { required: boolean; password?: string }) =>
      request('/api/app/people/second-factor', { method: 'PUT', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
  })
}

export type PersonDeed = 'disable' | 'enable' | 'sign-out' | 'reset-link'

/** Does something to somebody's account; a link is answered where one was made. */
export function usePersonDeed() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, deed, ...body }: { id: string; deed: PersonDeed; password?: string }) =>
      request<{ link?: string }>(`/api/app/people/${encodeURIComponent(id)}/${deed}`, {
        method: 'POST',
        body,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
  })
}

/** Has a link to a new password mailed to an address, if an account has it. */
export function useForgotten() {
  return useMutation({
    mutationFn: (email: string) =>
      request('/api/app/reset/ask', { method: 'POST', body: { email, language: textLanguage } }),
  })
}

/** Whose link to a new password it is. */
export function useResetLink(token: string) {
  return useQuery({
    queryKey: ['reset', token],
    queryFn: ({ signal }) =>
      request<{ email: string; codeNeeded: boolean }>('/api/app/reset', {
        method: 'POST',
        body: { token },
        signal,
      }),
    retry: false,
  })
}

export function useReset() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; password: string; code?: string }) =>
      request<{ account: AppAccount | null }>('/api/app/reset/finish', { method: 'POST', body }),
    onSuccess: ({ account }) => {
      if (account === null) return
      client.getQueryCache().clear()
      client.setQueryData(sessionQuery.queryKey, account)
    },
  })
}
