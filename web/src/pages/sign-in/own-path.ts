/** Careful: the address comes from outside, so only a path of this very origin is followed. */
export function ownPath(to: string | string[] | undefined): string {
  if (typeof to !== 'string') return '/'
  const target = new URL(to, location.origin)
  const isOwn = target.origin === location.origin && to.startsWith('/')
  return isOwn ? target.pathname + target.search + target.hash : '/'
}
