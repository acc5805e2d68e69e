import type { AppDigest } from '@tributary/contract/app-digest.ts'
import { digestOperations } from '@tributary/contract/operations/app-alerts.ts'
import type { FastifyInstance } from 'fastify'
import { serveOperations } from '../http/serve-operations.ts'
import { refuseTooMany } from '../mail/refuse-too-many.ts'
import { sendNow } from '../mail/test-mail.ts'
import type { Services } from '../services.ts'
import { lastPeriod } from './digest-period.ts'
import { gatherDigest } from './gather-digest.ts'
import { changeDigest, findDigest } from './manage-digests.ts'
import { digestFor } from './send-digests.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

/** A person's own digests of a site. */
export function digestRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, mailer, addressLimits } = services
  const none: AppDigest = { frequencies: [], language: 'en', evenWhenEmpty: false }

  serveOperations(app, services, digestOperations, {
    'GET /api/app/account/digests/:siteId': async ({ site, person }) => {
      const found = await findDigest(control, { siteId: site.id, accountId: person.id })
      return { digest: found ?? none, isNew: found === undefined }
    },

    'PUT /api/app/account/digests/:siteId': async ({ site, person, body: digest }) => {
      await changeDigest(control, { siteId: site.id, accountId: person.id }, digest, clock.now())
      return { digest }
    },

    'POST /api/app/account/digests/:siteId/test': async ({ site, person, body }) => {
      const { frequency, language } = body
      await refuseTooMany(addressLimits, `test mail ${person.id}`)
      const nowMs = clock.now()
      const period = lastPeriod(frequency, site.timezone, nowMs)
      const figures = await gatherDigest(services, site, period, nowMs)
      const wish = { account_id: person.id, frequency, language }
      await sendNow(mailer, person.email, digestFor(services, wish, { site, period, figures }))
      return { message: `The mail server took an e-mail to ${person.email}` }
    },
  })

  unsubscribeRoutes(app, services)
}
