import { success } from '@tributary/contract/envelope.ts'
import { erasureQuery, visitorIdRequired, visitorQuery } from '@tributary/contract/visitor.ts'
import { profilePagesQuery, profileQuery } from '@tributary/contract/visitor-profile.ts'
import type { FastifyInstance } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { keyActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { keyOf, requireKey, siteOf } from '../http/api-key.ts'
import { noteDeed } from '../http/note-deed.ts'
import { personOf, readerOf, requireKeyOrPerson, requirePerson } from '../http/signed-in.ts'
import { checkTable, sendAnswer } from '../http/tables.ts'
import { validateBody, validateQuery } from '../http/validate.ts'
import { answerUpToDate } from '../questions/answer-up-to-date.ts'
import { withinLimits } from '../reports/within-limits.ts'
import type { Services } from '../services.ts'
import { getVisitor } from './get-visitor.ts'
import { getProfile, getProfilePages } from './profile/get-profile.ts'
import { profileTables } from './profile/tables.ts'

const validateVisitorQuery = validateQuery(visitorQuery, visitorIdRequired)
const validateProfile = validateQuery(profileQuery, visitorIdRequired)
const validatePages = validateQuery(profilePagesQuery, 'visitorId and sessionId are required')
const validateErasure = validateBody(erasureQuery, visitorIdRequired)
const validateErasureQuery = validateQuery(erasureQuery, visitorIdRequired)

/** `/api/v1/visitor`: GET is everything the site knows about one visitor, DELETE makes it forget that. */
export function visitorRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/v1/visitor', requireKeyOrPerson(services, 'visitors:read'), async (request) => {
    const query = validateVisitorQuery(request.query)
    return success(await getVisitor(services, siteOf(request), query))
  })

  app.delete('/api/v1/visitor', requireKey(services, 'events:write'), async (request) => {
    const { visitorId } = validateErasureQuery(request.query)
    const siteId = siteOf(request).id
    const by = keyActor(keyOf(request))
    const { control, clock, erasures } = services
    const note = () =>
      recordAudit(control.db, clock.now(), { action: 'visitor.erased', by, siteId })
    return success(await erasures.erase(siteId, visitorId, note))
  })

  const path = '/api/app/sites/:siteId/erasures'
  app.post<{ Params: { siteId: string } }>(path, requirePerson(services), async (request) => {
    const { siteId } = request.params
    const place = { id: siteId, role: 'admin' as const }
    await getSiteAs(services.control, personOf(request), place)
    const { visitorId } = validateErasure(request.body)
    const note = () => noteDeed(services, request, { action: 'visitor.erased', siteId })
    return success(await services.erasures.erase(siteId, visitorId, note))
  })

  profileRoutes(app, services)
}

/** `/api/v1/visitors/profile`: one person on all devices, from the first touch to each payment. */
function profileRoutes(app: FastifyInstance, services: Services): void {
  const readers = requireKeyOrPerson(services, 'visitors:read')

  app.get('/api/v1/visitors/profile', readers, async (request, reply) => {
    const query = validateProfile(request.query)
    checkTable(request, profileTables)
    const profile = await answerUpToDate(services, { reader: readerOf(request), units: 1 }, () =>
      withinLimits(() => getProfile(services, siteOf(request), query)),
    )
    return sendAnswer(request, reply, profile, profileTables)
  })

  app.get('/api/v1/visitors/profile/pages', readers, async (request) => {
    const query = validatePages(request.query)
    const pages = await answerUpToDate(services, { reader: readerOf(request), units: 1 }, () =>
      withinLimits(() => getProfilePages(services, siteOf(request), query)),
    )
    return success(pages)
  })
}
