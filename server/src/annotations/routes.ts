import {
  annotationInput,
  annotationName,
  annotationsQuery,
  annotationTextRequired,
} from '@tributary/contract/annotations.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { siteOf } from '../http/api-key.ts'
import { requireKeyOrAdmin, requireKeyOrPerson } from '../http/signed-in.ts'
import { checkTable, sendAnswer } from '../http/tables.ts'
import { validateBody, validateQuery } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { listAnnotations, removeAnnotation, saveNote } from './manage-annotations.ts'
import { annotationTables } from './tables.ts'

const validateList = validateQuery(annotationsQuery)
const validateName = validateQuery(annotationName)
const validateAnnotation = validateBody(annotationInput, annotationTextRequired)

/** `/api/v1/annotations`: notes on a site's timeline, for API keys and signed-in users. */
export function annotationRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock } = services
  const path = '/api/v1/annotations'
  const readers = requireKeyOrPerson(services, 'stats:read', 'annotations:write')
  const writers = requireKeyOrAdmin(services, 'annotations:write')

  app.get(path, readers, async (request, reply) => {
    const query = validateList(request.query)
    checkTable(request, annotationTables)
    const annotations = await listAnnotations(control, siteOf(request), query)
    return sendAnswer(request, reply, { annotations }, annotationTables)
  })

  app.post(path, writers, async (request) => {
    const input = validateAnnotation(request.body)
    const note = { input, nowMs: clock.now() }
    return success({ annotation: await saveNote(control, siteOf(request), note) })
  })

  app.put(path, writers, async (request) => {
    const { annotationId: id } = validateName(request.query)
    const note = { id, input: validateAnnotation(request.body), nowMs: clock.now() }
    return success({ annotation: await saveNote(control, siteOf(request), note) })
  })

  app.delete(path, writers, async (request) => {
    const { annotationId } = validateName(request.query)
    return success({ annotation: await removeAnnotation(control, siteOf(request), annotationId) })
  })
}
