import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AppAccount } from '@tributary/contract/app/account.ts'
import { RequestError, request } from './request.ts'

/** The signed-in account, or null without one: that is a valid answer, not a failure. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<AppAccount | null> => {
    try {
      return (await request('GET /api/app/session', { signal })).account
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 60_000,
})

export function useSession() {
  return useQuery(sessionQuery)
}

/** Reloads a person's second factors, and so what they may do. */
export async function factorsChanged(client: QueryClient, listKey: readonly string[]) {
  await Promise.all([
    client.invalidateQueries({ queryKey: listKey }),
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ])
}

/** Signs in, after clearing what was cached from another person's session. */
export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; password: string; code?: string }) =>
      request('POST /api/app/session', { body }),
    onSuccess: ({ account }) => {
      if (account === null) return
      client.getQueryCache().clear()
      client.setQueryData(sessionQuery.queryKey, account)
    },
  })
}

/** Signs out, clears what was stored of the session, and then calls the caller's function. */
export function useSignOut(afterwards: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request('DELETE /api/app/session', {}),
    onSuccess: () => {
      client.getQueryCache().clear()
      client.setQueryData(sessionQuery.queryKey, null)
      afterwards()
    },
  })
}

/** Whether the installation still waits for its first account, which only the set-up link can make. */
export function useNeedsSetUp() {
  return useQuery({
    queryKey: ['needs-set-up'],
    queryFn: async ({ signal }) => (await request('GET /api/app/setup', { signal })).needed,
  })
}
