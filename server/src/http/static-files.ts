import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { SendDashboard } from './unrouted.ts'

/** Where the builds of the dashboard and of the tracker lie. */
export const builtFolders = {
  dashboard: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
  tracker: fileURLToPath(new URL('../../../tracker/dist', import.meta.url)),
}

/**
 * Serves the dashboard's files and `/js/script.js`, compressed copies where the build made some.
 * Without a build there is an API and nothing to look at. Returns how to send the dashboard's page.
 */
export function staticFiles(app: FastifyInstance, folders = builtFolders): SendDashboard {
  if (existsSync(join(folders.tracker, 'script.js'))) serveTracker(app, folders.tracker)
  if (!existsSync(join(folders.dashboard, 'index.html'))) return undefined
  app.register(fastifyStatic, {
    root: folders.dashboard,
    // A route per file that exists, so that no other path ever reaches the file system.
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('Cache-Control', cacheControl(path)),
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map'],
  })
  return (reply) => reply.sendFile('index.html')
}

function serveTracker(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    prefix: '/js/',
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map'],
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
