import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppView, NewAppView, ViewOrder } from '@tributary/contract/app/view.ts'
import { canShowView } from '../../url-state/saved-view.ts'
import { request } from '../client/request.ts'

const keyOf = (siteId: string) => ['sites', siteId, 'views']

/** The saved views of a person and of the site. Views with filters that this page cannot show are left out. */
export function useViews(siteId: string | undefined) {
  return useQuery({
    enabled: siteId !== undefined,
    queryKey: keyOf(siteId ?? ''),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/views', { siteId: siteId ?? '', signal })).views,
    select: (views) => views.filter(canShowView),
    staleTime: 30_000,
  })
}

/** Saves a new view; with an ID it replaces that one, or restores it. */
export function useSaveView(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: NewAppView & { id?: string }) => {
      const { view } =
        id === undefined
          ? await request('POST /api/app/sites/:siteId/views', { siteId, body })
          : await request('PUT /api/app/sites/:siteId/views/:viewId', { siteId, viewId: id, body })
      return view
    },
    // The site's answer contains the default view.
    onSettled: () => client.invalidateQueries({ queryKey: ['sites', siteId] }),
  })
}

/** Deletes a view and returns it, so that it can be restored. */
export function useDeleteView(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (viewId: string) =>
      (await request('DELETE /api/app/sites/:siteId/views/:viewId', { siteId, viewId })).view,
    onSettled: () => client.invalidateQueries({ queryKey: ['sites', siteId] }),
  })
}

/** Orders the views of a scope, which is shown before the server has answered. */
export function useOrderViews(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    // One after the other: an order that arrives late would replace a newer one.
    scope: { id: `order of views ${siteId}` },
    mutationFn: (body: ViewOrder) => request('PUT /api/app/sites/:siteId/views', { siteId, body }),
    onMutate: ({ scope, ids }) => {
      client.setQueryData<AppView[]>(keyOf(siteId), (views = []) => [
        ...ids.flatMap((id) => views.filter((view) => view.id === id)),
        ...views.filter((view) => view.scope !== scope || !ids.includes(view.id)),
      ])
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}
