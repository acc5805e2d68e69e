/** The access token of a site that was opened by a share link, under the id that its page gave it. */
const accesses = new Map<string, string>()

/** From now on questions about the site use the share link's access. */
export function readByShare(siteId: string, access: string): void {
  accesses.set(siteId, access)
}

/** The access token of a site's share link; undefined for members, who need none. */
export function shareAccessTo(siteId: string): string | undefined {
  return accesses.get(siteId)
}
