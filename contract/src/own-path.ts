/**
 * The path of an address to continue at after signing in, or `/` when it is not on this origin.
 * `origin` is ours, such as `https://stats.example.com`.
 *
 * A path alone can name another host: `/.//evil.example` is on our origin, but its path is
 * `//evil.example`. The parser has removed tabs and turned backslashes into slashes by then.
 */
export function ownPath(to: string, origin: string): string {
  if (!to.startsWith('/') || !URL.canParse(to, origin)) return '/'
  const target = new URL(to, origin)
  const isOwn = target.origin === new URL(origin).origin && !target.pathname.startsWith('//')
  return isOwn ? target.pathname + target.search + target.hash : '/'
}
