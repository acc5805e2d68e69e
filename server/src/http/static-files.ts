import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { SentPages } from './unrouted.ts'

/** Where the builds of the dashboard, the tracker and the help pages are. */
export const builtFolders = {
  dashboard: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
  tracker: fileURLToPath(new URL('../../../tracker/dist', import.meta.url)),
  help: fileURLToPath(new URL('../../../docs/dist', import.meta.url)),
}

/**
 * Serves the dashboard's files, `/js/script.js` and the help pages below `/help/`, compressed copies where the build made
 * some. Without a build there is an API and nothing to look at. Returns how to send pages that have no route of their own.
 */
export function staticFiles(app: FastifyInstance, folders = builtFolders): SentPages {
  const { dashboard, help, tracker } = folders
  if (existsSync(join(tracker, 'script.js'))) serveTracker(app, tracker)
  if (!existsSync(join(dashboard, 'index.html'))) return {}
  serve(app, dashboard)
  const pages: SentPages = { dashboard: (reply) => reply.sendFile('index.html') }
  if (!existsSync(join(help, '404.html'))) return pages
  serve(app, help, '/help/')
  app.get('/help', async (_request, reply) => reply.redirect('/help/'))
  return { ...pages, missingHelp: (reply) => reply.code(404).sendFile('404.html', help) }
}

function serve(app: FastifyInstance, folder: string, prefix = '/'): void {
  app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: prefix === '/',
    // A route per file that exists, so that no other path ever reaches the file system.
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('Cache-Control', cacheControl(path)),
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map'],
  })
}

function serveTracker(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    prefix: '/js/',
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // The parts are served with what they work with, see goals/rules/script-routes.ts.
    globIgnore: ['parts/**', '**/*.br', '**/*.gz', '**/*.map'],
    setHeaders: (reply) => {
      reply.header('Cache-Control', 'public, max-age=3600')
      // Pages of other origins load it; `crossorigin` and integrity checks need both.
      reply.header('Access-Control-Allow-Origin', '*')
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
    },
  })
}

/** The build puts a hash into the name of everything below `assets`, so that never changes. */
function cacheControl(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-store'
}
