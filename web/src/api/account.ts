import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppDevice } from '@tributary/contract/app-account.ts'
import { request } from './request.ts'
import { factorsChanged } from './session.ts'

const account = '/api/app/account'
const devicesKey = ['account', 'devices']
const factorKey = ['account', 'second-factor']

/** Where the person is signed in, the latest seen first. */
export function useDevices() {
  return useQuery({
    queryKey: devicesKey,
    queryFn: async ({ signal }) =>
      (await request<{ devices: AppDevice[] }>(`${account}/devices`, { signal })).devices,
  })
}

/** Signs out one device, or all others when none is named. */
export function useEndDevices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | undefined) => {
      const path = id === undefined ? 'devices' : `devices/${encodeURIComponent(id)}`
      return request(`${account}/${path}`, { method: 'DELETE' })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: devicesKey }),
  })
}

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; newPassword: string }) =>
      request(`${account}/password`, { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: devicesKey }),
  })
}

export function useSecondFactor() {
  return useQuery({
    queryKey: factorKey,
    queryFn: ({ signal }) =>
      request<{ on: boolean; recoveryCodesLeft: number }>(`${account}/second-factor`, { signal }),
  })
}

/** Answers the secret; nothing is on before `useConfirmSecondFactor`. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (body: { password: string }) =>
      request<{ secret: string; uri: string }>(`${account}/second-factor`, {
        method: 'POST',
        body,
      }),
  })
}

/** Answers the recovery codes, the one time that they are known. */
export function useConfirmSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { code: string }) =>
      request<{ recoveryCodes: string[] }>(`${account}/second-factor/confirm`, {
        method: 'POST',
        body,
      }),
    onSuccess: () => factorsChanged(client, factorKey),
  })
}

export function useRemoveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; code: string }) =>
      request(`${account}/second-factor/remove`, { method: 'POST', body }),
    onSuccess: () => factorsChanged(client, factorKey),
  })
}
