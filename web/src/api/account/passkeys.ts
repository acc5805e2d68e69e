import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../client/request.ts'
import { factorsChanged, sessionQuery } from '../client/session.ts'

const passkeysKey = ['account', 'passkeys']

/** The person closed the browser's own window, or has no passkey for this site. */
export class PasskeyCancelled extends Error {}

/** Whether this browser can use passkeys at all. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

export function usePasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/account/passkeys', { signal })).passkeys,
  })
}

/** Makes the browser create a passkey, and stores it. */
export function useAddPasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password?: string }) => {
      const body = password === undefined ? {} : { password }
      const { options } = await request('POST /api/app/account/passkeys/options', { body })
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const made = await unlessCancelled(navigator.credentials.create({ publicKey }))
      const { response } = made
      if (!('attestationObject' in response)) throw new PasskeyCancelled('No passkey was made')
      const credential = { ...made, response, type: passkeyType }
      return request('POST /api/app/account/passkeys', { body: { name, credential } })
    },
    onSuccess: () => factorsChanged(client, passkeysKey),
  })
}

export function useRenamePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      request('PATCH /api/app/account/passkeys/:passkeyId', { passkeyId: id, body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysKey }),
  })
}

export function useRemovePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; password?: string }) =>
      request('POST /api/app/account/passkeys/:passkeyId/remove', { passkeyId: id, body }),
    onSuccess: () => factorsChanged(client, passkeysKey),
  })
}

interface Asking {
  /** Waits below the e-mail field until the person picks a passkey there, instead of opening a window. */
  isQuiet?: boolean
  signal?: AbortSignal
}

/** Signs in with any passkey that the person picks. */
export function usePasskeySignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (asking: Asking) => {
      const body = { credential: await pickPasskey(asking) }
      return request('POST /api/app/passkey/session', { body })
    },
    onSuccess: ({ account }) => {
      client.getQueryCache().clear()
      client.setQueryData(sessionQuery.queryKey, account)
    },
  })
}

/** Lets the person pick a passkey, which signs the server's challenge. */
export async function pickPasskey({ isQuiet = false, signal }: Asking = {}) {
  const { options } = await request('POST /api/app/passkey/options', { signal })
  const picked = await unlessCancelled(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      ...(isQuiet && { mediation: 'conditional' }),
      ...(signal && { signal }),
    }),
  )
  const { response } = picked
  if (!('signature' in response)) throw new PasskeyCancelled('The passkey signed nothing')
  return { ...picked, response, type: passkeyType }
}

const passkeyType = 'public-key' as const

/** Whether the browser can offer passkeys below the e-mail field. */
export async function offersPasskeysQuietly(): Promise<boolean> {
  return knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())
}

async function unlessCancelled(asking: Promise<Credential | null>) {
  try {
    const credential = await asking
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
  } catch (error) {
    // The browsers' errors when the window was closed, or another request replaced it.
    const isOver = error instanceof DOMException && /^(NotAllowed|Abort)Error$/.test(error.name)
    if (!isOver) throw error
  }
  throw new PasskeyCancelled('No passkey was used')
}
