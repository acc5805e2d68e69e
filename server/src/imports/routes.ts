import type { Readable } from 'node:stream'
import { importPieceBytes, importPieceQuery, newImport } from '@tributary/contract/data-import.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { AppError } from '../errors.ts'
import { noteDeed } from '../http/note-deed.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody, validateQuery } from '../http/validate.ts'
import type { Services } from '../services.ts'
import type { Site } from '../sites/site.ts'

const validateNew = validateBody(newImport)
const validatePiece = validateQuery(importPieceQuery)

interface OnSite {
  Params: { siteId: string }
}

interface OnImport {
  Params: { siteId: string; importId: string }
}

/**
 * `/api/app/sites/…/imports`: a file is announced, sent in pieces, checked, and imported only after
 * the user confirms the preview. What it added can be removed again.
 */
export function importRoutes(app: FastifyInstance, services: Services): void {
  const { imports, control } = services
  const person = requirePerson(services)
  const all = '/api/app/sites/:siteId/imports'
  const one = `${all}/:importId`
  const siteOf = (request: FastifyRequest): Promise<Site> => {
    const { siteId } = request.params as OnSite['Params']
    return getSiteAs(control, personOf(request), { id: siteId, role: 'admin' })
  }

  app.get<OnSite>(all, person, async (request) =>
    success({ imports: await imports.list(await siteOf(request)) }),
  )

  app.post<OnSite>(all, person, async (request) => {
    const site = await siteOf(request)
    const { format, fileName = '' } = validateNew(request.body)
    return success({ import: await imports.create(site, { format, fileName }) })
  })

  app.get<OnImport>(one, person, async (request) => {
    const site = await siteOf(request)
    return success({ import: await imports.get(site, request.params.importId) })
  })

  app.delete<OnImport>(one, person, async (request) => {
    await imports.discard(await siteOf(request), request.params.importId)
    return success({ message: 'The import is forgotten' })
  })

  const deeds = { check: undefined, start: 'import.started', undo: 'import.removed' } as const
  for (const step of ['check', 'start', 'undo'] as const) {
    app.post<OnImport>(`${one}/${step}`, person, async (request) => {
      const site = await siteOf(request)
      const begun = await imports[step](site, request.params.importId)
      const action = deeds[step]
      const object = { id: begun.id, name: begun.fileName }
      if (action !== undefined)
        await noteDeed(services, request, { action, siteId: site.id, object })
      return success({ import: begun })
    })
  }

  // A separate scope: the chunks of a file are not JSON.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/octet-stream',
      (_request: FastifyRequest, body: Readable, done) => done(null, body),
    )
    const options = {
      ...person,
      // Before the body is read: a user without permission gets 403, whatever they send.
      preParsing: async (request: FastifyRequest) => {
        await siteOf(request)
      },
      bodyLimit: importPieceBytes,
    }
    scope.put<OnImport>(`${one}/content`, options, async (request) => {
      const site = await siteOf(request)
      const { offset } = validatePiece(request.query)
      const piece = request.body as Readable | undefined
      if (piece === undefined) throw new AppError('invalid', 'The body must be a piece of the file')
      refuseLarge(request)
      return success({ import: await imports.write(site, request.params.importId, offset, piece) })
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
