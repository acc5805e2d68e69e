/** By which access a site is read that was opened by a share link, under the id that its page gave it. */
const accesses = new Map<string, string>()

/** From now on questions about the site go the share link's way. */
export function readByShare(siteId: string, access: string): void {
  accesses.set(siteId, access)
}

/** The access that opening a site's share link gave; undefined for members, who need none. */
export function shareAccessTo(siteId: string): string | undefined {
  return accesses.get(siteId)
}
