import type { Readable } from 'node:stream'
import { importPieceBytes } from '@tributary/contract/data-import.ts'
import {
  importOperations,
  importPieceOperations,
} from '@tributary/contract/operations/app-imports.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditAction } from '../accounts/http/audit-action.ts'
import { personOf } from '../accounts/http/signed-in.ts'
import { AppError } from '../errors.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import type { Site } from '../site.ts'
import { getSiteAs } from '../sites/site-access.ts'
import type { Imports } from './imports.ts'

/** What imports need. */
export interface ImportDeps extends Serving {
  imports: Imports
}

/**
 * A file is announced, sent in pieces, checked, and imported only after the user confirms the preview. What it added
 * can be removed again.
 */
export function importRoutes(app: FastifyInstance, deps: ImportDeps): void {
  const { imports } = deps

  const take = async (step: 'check' | 'start' | 'undo', { request, site, params }: Step) => {
    const begun = await imports[step](site, params.importId)
    const action = auditActions[step]
    const object = { id: begun.id, name: begun.fileName }
    if (action !== undefined) await auditAction(deps, request, { action, siteId: site.id, object })
    return { import: begun }
  }

  serveOperations(app, deps, importOperations, {
    'GET /api/app/sites/:siteId/imports': async ({ site }) => ({
      imports: await imports.list(site),
    }),

    'POST /api/app/sites/:siteId/imports': async ({ site, body }) => {
      const { format, fileName = '' } = body
      return { import: await imports.create(site, { format, fileName }) }
    },

    'GET /api/app/sites/:siteId/imports/:importId': async ({ site, params }) => ({
      import: await imports.get(site, params.importId),
    }),

    'DELETE /api/app/sites/:siteId/imports/:importId': async ({ site, params }) => {
      await imports.discard(site, params.importId)
      return { message: 'The import is forgotten' }
    },

    'POST /api/app/sites/:siteId/imports/:importId/check': (call) => take('check', call),
    'POST /api/app/sites/:siteId/imports/:importId/start': (call) => take('start', call),
    'POST /api/app/sites/:siteId/imports/:importId/undo': (call) => take('undo', call),
  })
  pieceRoute(app, deps)
}

interface Step {
  request: FastifyRequest
  site: Site
  params: { importId: string }
}

const auditActions = { check: undefined, start: 'import.started', undo: 'import.removed' } as const

function pieceRoute(app: FastifyInstance, deps: ImportDeps): void {
  const { imports, control } = deps
  // A separate scope: the chunks of a file are not JSON.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/octet-stream',
      (_request: FastifyRequest, body: Readable, done) => done(null, body),
    )
    // Before the body is read: a user without permission gets 403, whatever they send.
    scope.addHook('preParsing', async (request) => {
      const { siteId } = request.params as { siteId: string }
      await getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
    })
    serveOperations(scope, deps, importPieceOperations, {
      'PUT /api/app/sites/:siteId/imports/:importId/content': async (call) => {
        const { request, site, params, query } = call
        const piece = call.body as Readable | undefined
        if (piece === undefined) {
          throw new AppError('invalid', 'The body must be a piece of the file')
        }
        refuseLarge(request)
        return { import: await imports.write(site, params.importId, query.offset, piece) }
      },
    })
  })
}

/** Careful: Fastify counts only the bodies that it reads itself. */
function refuseLarge({ headers }: FastifyRequest): void {
  const bytes = Number(headers['content-length'])
  if (headers['transfer-encoding'] === undefined && bytes <= importPieceBytes) return
  throw new AppError(
    'too-large',
    `Send the file in pieces of at most ${importPieceBytes} bytes, each with its Content-Length`,
  )
}
