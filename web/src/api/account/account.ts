import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../client/request.ts'
import { factorsChanged } from '../client/session.ts'

const devicesKey = ['account', 'devices']
const factorKey = ['account', 'second-factor']

/** Where the person is signed in, the latest seen first. */
export function useDevices() {
  return useQuery({
    queryKey: devicesKey,
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/account/devices', { signal })).devices,
  })
}

/** Signs out one device, or all others if none is given. */
export function useEndDevices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deviceId: string | undefined) =>
      deviceId === undefined
        ? request('DELETE /api/app/account/devices', {})
        : request('DELETE /api/app/account/devices/:deviceId', { deviceId }),
    onSuccess: () => client.invalidateQueries({ queryKey: devicesKey }),
  })
}

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; newPassword: string }) =>
      request('POST /api/app/account/password', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: devicesKey }),
  })
}

export function useSecondFactor() {
  return useQuery({
    queryKey: factorKey,
    queryFn: ({ signal }) => request('GET /api/app/account/second-factor', { signal }),
  })
}

/** Returns the secret; nothing is on before `useConfirmSecondFactor`. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (body: { password: string }) =>
      request('POST /api/app/account/second-factor', { body }),
  })
}

/** Returns the recovery codes, the only time that they are known. */
export function useConfirmSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { code: string }) =>
      request('POST /api/app/account/second-factor/confirm', { body }),
    onSuccess: () => factorsChanged(client, factorKey),
  })
}

export function useRemoveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; code: string }) =>
      request('POST /api/app/account/second-factor/remove', { body }),
    onSuccess: () => factorsChanged(client, factorKey),
  })
}
