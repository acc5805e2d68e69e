import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  AppAlertDelivery,
  AppAlertHook,
  AppAlertSettings,
  NewAlertHook,
} from '@tributary/contract/app-alerts.ts'
import type { AppDigest, DigestFrequency } from '@tributary/contract/app-digest.ts'
import type { AppMail } from '@tributary/contract/app-mail.ts'
import { request } from './request.ts'

export type AlertSettings = AppAlertSettings
export type AlertHook = AppAlertHook
export type AlertDelivery = AppAlertDelivery
export type Digest = AppDigest

interface Alerts {
  settings: AlertSettings
  members: { accountId: string; email: string }[]
  hooks: AlertHook[]
}

const digestPath = (siteId: string) => `/api/app/account/digests/${encodeURIComponent(siteId)}`
const alertsPath = (siteId: string) => `/api/app/sites/${encodeURIComponent(siteId)}/alerts`
const alertsKey = (siteId: string) => ['sites', siteId, 'alerts']

/** Whether this installation sends e-mails. */
export function useMail() {
  return useQuery({
    queryKey: ['mail'],
    queryFn: async ({ signal }) =>
      (await request<{ mail: AppMail }>('/api/app/mail', { signal })).mail,
  })
}

/** Has an e-mail sent to oneself at once. */
export function useTestMail() {
  return useMutation({
    mutationFn: () => request<{ message: string }>('/api/app/mail/test', { method: 'POST' }),
  })
}

/** The signed-in person's digest of a site. */
export function useDigest(siteId: string) {
  return useQuery({
    queryKey: ['account', 'digests', siteId],
    queryFn: ({ signal }) =>
      request<{ digest: Digest; isNew: boolean }>(digestPath(siteId), { signal }),
  })
}

export function useSaveDigest(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Digest) => request(digestPath(siteId), { method: 'PUT', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account', 'digests', siteId] }),
  })
}

/** Sends the person the latest digest at once. */
export function useTestDigest(siteId: string) {
  return useMutation({
    mutationFn: (body: { frequency: DigestFrequency; language: Digest['language'] }) =>
      request(`${digestPath(siteId)}/test`, { method: 'POST', body }),
  })
}

export function useAlerts(siteId: string) {
  return useQuery({
    queryKey: alertsKey(siteId),
    queryFn: ({ signal }) => request<Alerts>(alertsPath(siteId), { signal }),
  })
}

export function useSaveAlerts(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AlertSettings) => request(alertsPath(siteId), { method: 'PUT', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertsKey(siteId), exact: true }),
  })
}

export function useAlertDeliveries(siteId: string) {
  return useQuery({
    queryKey: [...alertsKey(siteId), 'deliveries'],
    queryFn: async ({ signal }) =>
      (
        await request<{ deliveries: AlertDelivery[] }>(`${alertsPath(siteId)}/deliveries`, {
          signal,
        })
      ).deliveries,
  })
}

/** The secret is in this answer and never again. */
export interface MadeHook {
  hook: AlertHook
  secret: string
}

export function useAddHook(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAlertHook) =>
      request<MadeHook>(`${alertsPath(siteId)}/hooks`, { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertsKey(siteId), exact: true }),
  })
}

/** What is done to a hook that exists. */
export function useHook(siteId: string, hookId: string) {
  const client = useQueryClient()
  const path = `${alertsPath(siteId)}/hooks/${encodeURIComponent(hookId)}`
  const refresh = () => client.invalidateQueries({ queryKey: alertsKey(siteId) })
  return {
    rotate: useMutation({
      mutationFn: () => request<MadeHook>(`${path}/rotate`, { method: 'POST' }),
      onSuccess: refresh,
    }),
    // Also what failed is in the list of deliveries.
    test: useMutation({
      mutationFn: () => request(`${path}/test`, { method: 'POST' }),
      onSettled: refresh,
    }),
    remove: useMutation({
      mutationFn: () => request(path, { method: 'DELETE' }),
      onSuccess: refresh,
    }),
  }
}
