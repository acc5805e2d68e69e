import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  AppAlertDelivery,
  AppAlertHook,
  AppAlertSettings,
  NewAlertHook,
} from '@tributary/contract/app/alerts.ts'
import type { AppDigest, DigestFrequency } from '@tributary/contract/app/digest.ts'
import { request } from '../client/request.ts'

export type AlertSettings = AppAlertSettings
export type AlertHook = AppAlertHook
export type AlertDelivery = AppAlertDelivery
export type Digest = AppDigest

const alertsKey = (siteId: string) => ['sites', siteId, 'alerts']

/** Whether this installation sends e-mails. */
export function useMail() {
  return useQuery({
    queryKey: ['mail'],
    queryFn: async ({ signal }) => (await request('GET /api/app/mail', { signal })).mail,
  })
}

/** Requests an e-mail to oneself, sent at once. */
export function useTestMail() {
  return useMutation({ mutationFn: () => request('POST /api/app/mail/test', {}) })
}

/** The signed-in person's digest of a site. */
export function useDigest(siteId: string) {
  return useQuery({
    queryKey: ['account', 'digests', siteId],
    queryFn: ({ signal }) => request('GET /api/app/account/digests/:siteId', { siteId, signal }),
  })
}

export function useSaveDigest(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Digest) => request('PUT /api/app/account/digests/:siteId', { siteId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account', 'digests', siteId] }),
  })
}

/** The latest digest, as it would be sent. */
export function usePreviewDigest(siteId: string) {
  return useMutation({
    mutationFn: (body: { frequency: DigestFrequency; language: Digest['language'] }) =>
      request('POST /api/app/account/digests/:siteId/preview', { siteId, body }),
  })
}

/** Sends the person the latest digest at once. */
export function useTestDigest(siteId: string) {
  return useMutation({
    mutationFn: (body: { frequency: DigestFrequency; language: Digest['language'] }) =>
      request('POST /api/app/account/digests/:siteId/test', { siteId, body }),
  })
}

export function useAlerts(siteId: string) {
  return useQuery({
    queryKey: alertsKey(siteId),
    queryFn: ({ signal }) => request('GET /api/app/sites/:siteId/alerts', { siteId, signal }),
  })
}

export function useSaveAlerts(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<AlertSettings>) =>
      request('PATCH /api/app/sites/:siteId/alerts', { siteId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertsKey(siteId), exact: true }),
  })
}

export function useAlertDeliveries(siteId: string) {
  return useQuery({
    queryKey: [...alertsKey(siteId), 'deliveries'],
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/alerts/deliveries', { siteId, signal }))
        .deliveries,
  })
}

export function useAddHook(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAlertHook) =>
      request('POST /api/app/sites/:siteId/alerts/hooks', { siteId, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertsKey(siteId), exact: true }),
  })
}

/** The actions on an existing hook. */
export function useHook(siteId: string, hookId: string) {
  const client = useQueryClient()
  const hook = { siteId, hookId }
  const refresh = () => client.invalidateQueries({ queryKey: alertsKey(siteId) })
  return {
    rotate: useMutation({
      mutationFn: () => request('POST /api/app/sites/:siteId/alerts/hooks/:hookId/rotate', hook),
      onSuccess: refresh,
    }),
    // Failed deliveries are in the list, too.
    test: useMutation({
      mutationFn: () => request('POST /api/app/sites/:siteId/alerts/hooks/:hookId/test', hook),
      onSettled: refresh,
    }),
    remove: useMutation({
      mutationFn: () => request('DELETE /api/app/sites/:siteId/alerts/hooks/:hookId', hook),
      onSuccess: refresh,
    }),
  }
}
