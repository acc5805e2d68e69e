import { type AppDigest, appDigest, appDigestTest } from '@tributary/contract/app-digest.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { getSiteAs } from '../accounts/site-access.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import { validateBody } from '../http/validate.ts'
import { refuseTooMany } from '../mail/refuse-too-many.ts'
import { sendNow } from '../mail/test-mail.ts'
import type { Services } from '../services.ts'
import { lastPeriod } from './digest-period.ts'
import { gatherDigest } from './gather-digest.ts'
import { changeDigest, findDigest } from './manage-digests.ts'
import { digestFor } from './send-digests.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

const validateDigest = validateBody(appDigest)
const validateTest = validateBody(appDigestTest)

interface OnSite {
  Params: { siteId: string }
}

/** A person's own digests of a site: not below the site's routes, where a viewer may change nothing. */
export function digestRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, mailer, addressLimits } = services
  const person = requirePerson(services)
  const path = '/api/app/account/digests/:siteId'
  const none: AppDigest = { frequencies: [], language: 'en', evenWhenEmpty: false }

  app.get<OnSite>(path, person, async (request) => {
    const account = personOf(request)
    const { id: siteId } = await getSiteAs(control, account, {
      id: request.params.siteId,
      role: 'viewer',
    })
    const found = await findDigest(control, { siteId, accountId: account.id })
    return success({ digest: found ?? none, isNew: found === undefined })
  })

  app.put<OnSite>(path, person, async (request) => {
    const account = personOf(request)
    const { id: siteId } = await getSiteAs(control, account, {
      id: request.params.siteId,
      role: 'viewer',
    })
    const digest = validateDigest(request.body)
    await changeDigest(control, { siteId, accountId: account.id }, digest, clock.now())
    return success({ digest })
  })

  app.post<OnSite>(`${path}/test`, person, async (request) => {
    const account = personOf(request)
    const site = await getSiteAs(control, account, { id: request.params.siteId, role: 'viewer' })
    const { frequency, language } = validateTest(request.body)
    await refuseTooMany(addressLimits, `test mail ${account.id}`)
    const nowMs = clock.now()
    const period = lastPeriod(frequency, site.timezone, nowMs)
    const figures = await gatherDigest(services, site, period, nowMs)
    const wish = { account_id: account.id, frequency, language }
    await sendNow(mailer, account.email, digestFor(services, wish, { site, period, figures }))
    return success({ message: `The mail server took an e-mail to ${account.email}` })
  })

  unsubscribeRoutes(app, services)
}
