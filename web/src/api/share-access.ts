import { type RequestOptions, request } from './request.ts'

/** By which access a site is read that was opened by a share link, under the id that its page gave it. */
const accesses = new Map<string, string>()

/** From now on questions about the site go the share link's way. */
export function readByShare(siteId: string, access: string): void {
  accesses.set(siteId, access)
}

/** Asks `/api/v1/{what}` about a site, or its replacement for a share link. */
export function read<Data>(what: string, siteId: string, options: RequestOptions): Promise<Data> {
  const access = accesses.get(siteId)
  if (access === undefined) {
    return request<Data>(`/api/v1/${what}?siteId=${encodeURIComponent(siteId)}`, options)
  }
  return request<Data>(`/api/share/${what}`, { ...options, shareAccess: access })
}
