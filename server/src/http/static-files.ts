import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { SendPage, SentPages } from './unrouted.ts'

/** Where the builds of the dashboard, the tracker and the help pages are. */
export const builtFolders = {
  dashboard: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
  tracker: fileURLToPath(new URL('../../../tracker/dist', import.meta.url)),
  help: fileURLToPath(new URL('../../../docs/dist', import.meta.url)),
}

/**
 * Serves `/js/script.js` and its parts, and returns how to send the dashboard's files and the help pages below
 * `/help/`, which have no routes: there are seven hundred, whose routes took a third of a start. Compressed copies
 * are sent if the build made some. Without a build there is only the API.
 */
export function staticFiles(app: FastifyInstance, folders = builtFolders): SentPages {
  const { dashboard, help, tracker } = folders
  if (existsSync(join(tracker, 'script.js'))) serveTracker(app, tracker)
  if (!existsSync(join(dashboard, 'index.html'))) return {}
  app.register(fastifyStatic, {
    root: dashboard,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('Cache-Control', cacheControl(path)),
  })
  const files = filesOf(dashboard, '/')
  const pages: SentPages = {
    file: (path) => files.get(path),
    dashboard: (reply) => reply.sendFile('index.html'),
  }
  if (!existsSync(join(help, '404.html'))) return pages
  for (const [path, send] of filesOf(help, '/help/')) files.set(path, send)
  app.get('/help', async (_request, reply) => reply.redirect('/help/'))
  return { ...pages, missingHelp: (reply) => reply.code(404).sendFile('404.html', help) }
}

/** The files of a build by their URL paths: no other path ever reaches the file system. */
function filesOf(folder: string, prefix: string): Map<string, SendPage> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|map)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return new Map(
    names.flatMap((name) => {
      const send: SendPage = (reply) => reply.sendFile(name, folder)
      const page = /^(|.*\/)index\.html$/.exec(name)?.[1]
      return [...(page === undefined ? [] : [page]), name].map((path) => [prefix + path, send])
    }),
  )
}

function serveTracker(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    prefix: '/js/',
    decorateReply: false,
    // A route per file that exists, so that no other path ever reaches the file system.
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // The parts are served together with their data, see goals/rules/script-routes.ts.
    globIgnore: ['parts/**', '**/*.br', '**/*.gz', '**/*.map'],
    setHeaders: (reply) => {
      reply.header('Cache-Control', 'public, max-age=3600')
      // Pages of other origins load it; `crossorigin` and integrity checks need both.
      reply.header('Access-Control-Allow-Origin', '*')
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
    },
  })
}

/** The build adds a hash to the name of everything below `assets`, so that never changes. */
function cacheControl(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-store'
}
