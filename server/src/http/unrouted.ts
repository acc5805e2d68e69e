import { failure } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFailure } from './reply.ts'
import type { Callers } from './serve-operations.ts'

/** The routes of an app, to distinguish a wrong method from a wrong path. */
export interface KnownRoutes {
  /** The methods that a path takes; empty when it does not exist. */
  methodsOf(path: string): string[]
}

/** Collects every route that is added from now on. */
export function trackRoutes(app: FastifyInstance): KnownRoutes {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
  })
  return {
    methodsOf(path) {
      const methods = new Set<string>()
      for (const route of routes.values()) {
        if (route.pattern.test(path)) for (const name of route.methods) methods.add(name)
      }
      return [...methods].sort()
    },
  }
}

export type SendPage = (reply: FastifyReply) => FastifyReply

/** How to send pages without a route; empty without a build. */
export interface SentPages {
  /** How to send the file at a path, if there is one. */
  file?: ((path: string) => SendPage | undefined) | undefined
  dashboard?: SendPage
  /** The page for a path below /help/ that has none. */
  missingHelp?: SendPage
}

/** The same pages. `opened` receives each request for a page of the dashboard, before that is sent. */
export function whenOpened(pages: SentPages, opened: (request: FastifyRequest) => void): SentPages {
  const noted =
    (send: SendPage): SendPage =>
    (reply) => {
      opened(reply.request)
      return send(reply)
    }
  return {
    ...pages,
    file(path) {
      const send = pages.file?.(path)
      return path === '/' && send !== undefined ? noted(send) : send
    },
    ...(pages.dashboard && { dashboard: noted(pages.dashboard) }),
  }
}

const serverPaths = /^\/(api|webhooks|js|health|metrics)(\/|$)/i

type CountUnrouted = Pick<Callers, 'countUnrouted'>

/**
 * The response where no route matches: a file of the build, 405 for a known path, the dashboard for a page that a
 * person opens (its router knows the address), the help's own page with a 404 below /help/, otherwise 404. Paths are
 * exact: case and a slash at the end count.
 */
export function replyToUnrouted(
  app: FastifyInstance,
  callers: CountUnrouted,
  routes: KnownRoutes,
  pages: SentPages,
): void {
  const answer = unroutedAnswer(callers, routes, pages)
  app.setNotFoundHandler(answer)
  // Careful: Fastify parses the body before that handler, and would reject it first.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply).catch(done)
    else done()
  })
}

function unroutedAnswer(callers: CountUnrouted, routes: KnownRoutes, pages: SentPages) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (path.startsWith('/api/v1/')) await callers.countUnrouted(request, reply)
    const file = pages.file?.(path)
    if (file !== undefined && isRead(request.method)) return file(reply)
    const allowed = file === undefined ? routes.methodsOf(path) : ['GET', 'HEAD']
    if (allowed.length > 0) {
      reply.header('Allow', allowed.join(', '))
      return sendFailure(reply, failure(405, 'Method not allowed'))
    }
    const send = pageFor(request.method, path, pages)
    return send ? send(reply) : sendFailure(reply, failure(404, 'Not found'))
  }
}

/** A missing file (`/assets/old-name.js`) must be a 404: the page would otherwise be cached in its place. */
function pageFor(method: string, path: string, pages: SentPages): SendPage | undefined {
  if (!isRead(method)) return undefined
  const isFile = /\.[a-z0-9]+$/i.test(path)
  // The help's pages are files that end in .html, so that any static file server can serve them.
  if (path.startsWith('/help/'))
    return !isFile || path.endsWith('.html') ? pages.missingHelp : undefined
  return isFile || serverPaths.test(path) ? undefined : pages.dashboard
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : escapePattern(part)))
    .join('/')
  return new RegExp(`^${source}$`)
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
