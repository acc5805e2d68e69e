import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppAccount, AppPasskey } from '@tributary/contract/app-account.ts'
import { request } from './request.ts'
import { factorsChanged, sessionQuery } from './session.ts'

const own = '/api/app/account/passkeys'
const passkeysKey = ['account', 'passkeys']

/** The person closed the browser's own window, or has no passkey for this place. */
export class PasskeyCancelled extends Error {}

/** Whether this browser can use passkeys at all. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

export function usePasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async ({ signal }) =>
      (await request<{ passkeys: AppPasskey[] }>(own, { signal })).passkeys,
  })
}

/** Has the browser make a passkey, and keeps it. */
export function useAddPasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password?: string }) => {
      const body = password === undefined ? {} : { password }
      const { options } = await request<{ options: PublicKeyCredentialCreationOptionsJSON }>(
        `${own}/options`,
        { method: 'POST', body },
      )
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const credential = await unlessCancelled(navigator.credentials.create({ publicKey }))
      return request(own, { method: 'POST', body: { name, credential } })
    },
    onSuccess: () => factorsChanged(client, passkeysKey),
  })
}

export function useRenamePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      request(`${own}/${encodeURIComponent(id)}`, { method: 'PATCH', body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysKey }),
  })
}

export function useRemovePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; password?: string }) =>
      request(`${own}/${encodeURIComponent(id)}/remove`, { method: 'POST', body }),
    onSuccess: () => factorsChanged(client, passkeysKey),
  })
}

interface Asking {
  /** Waits below the e-mail field until the person picks a passkey there, instead of opening a window. */
  isQuiet?: boolean
  signal?: AbortSignal
}

/** Signs in with whichever passkey the person picks. */
export function usePasskeySignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (asking: Asking) => {
      const body = { credential: await pickPasskey(asking) }
      return request<{ account: AppAccount }>('/api/app/passkey/session', { method: 'POST', body })
    },
    onSuccess: ({ account }) => {
      client.getQueryCache().clear()
      client.setQueryData(sessionQuery.queryKey, account)
    },
  })
}

/** Has the person pick a passkey, which signs what the server asks. */
export async function pickPasskey({ isQuiet = false, signal }: Asking = {}): Promise<unknown> {
  const { options } = await request<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    '/api/app/passkey/options',
    { method: 'POST', body: {}, ...(signal && { signal }) },
  )
  return unlessCancelled(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      ...(isQuiet && { mediation: 'conditional' }),
      ...(signal && { signal }),
    }),
  )
}

/** Whether the browser can offer passkeys below the e-mail field. */
export async function offersPasskeysQuietly(): Promise<boolean> {
  return knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())
}

async function unlessCancelled(asking: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await asking
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
  } catch (error) {
    // What browsers say when the window was closed, or another question took its place.
    const isOver = error instanceof DOMException && /^(NotAllowed|Abort)Error$/.test(error.name)
    if (!isOver) throw error
  }
  throw new PasskeyCancelled('No passkey was used')
}
