import type { AppDigest, AppDigestTest } from '@tributary/contract/app/digest.ts'
import { digestOperations } from '@tributary/contract/operations/app-alerts.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../account.ts'
import type { RateLimiter } from '../http/limits/rate-limit.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { refuseTooMany } from '../mail/refuse-too-many.ts'
import { sendNow } from '../mail/test-mail.ts'
import type { Site } from '../site.ts'
import { lastPeriod } from './digest-period.ts'
import { gatherDigest } from './gather-digest.ts'
import { changeDigest, findDigest } from './manage-digests.ts'
import { type DigestSending, digestFor } from './send-digests.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

/** What e-mailed digests need. */
export interface DigestDeps extends Serving, DigestSending {
  addressLimits: RateLimiter
}

/** A person's own digests of a site. */
export function digestRoutes(app: FastifyInstance, deps: DigestDeps): void {
  const { control, clock, mailer, addressLimits } = deps
  const none: AppDigest = { frequencies: [], language: 'en', evenWhenEmpty: false }

  const latestDigest = async (
    site: Site,
    { id }: Account,
    { frequency, language }: AppDigestTest,
  ) => {
    const nowMs = clock.now()
    const period = lastPeriod(frequency, site.timezone, nowMs)
    const figures = await gatherDigest(deps, site, period, nowMs)
    const wish = { account_id: id, frequency, language }
    return digestFor(deps, wish, { site, period, figures })
  }

  serveOperations(app, deps, digestOperations, {
    'GET /api/app/account/digests/:siteId': async ({ site, person }) => {
      const found = await findDigest(control, { siteId: site.id, accountId: person.id })
      return { digest: found ?? none, isNew: found === undefined }
    },

    'PUT /api/app/account/digests/:siteId': async ({ site, person, body: digest }) => {
      await changeDigest(control, { siteId: site.id, accountId: person.id }, digest, clock.now())
      return { digest }
    },

    'POST /api/app/account/digests/:siteId/preview': async ({ site, person, body }) => {
      const { subject, text } = await latestDigest(site, person, body)
      return { subject, text }
    },

    'POST /api/app/account/digests/:siteId/test': async ({ site, person, body }) => {
      await refuseTooMany(addressLimits, `test mail ${person.id}`)
      await sendNow(mailer, person.email, await latestDigest(site, person, body))
      return { message: `The mail server took an e-mail to ${person.email}` }
    },
  })

  unsubscribeRoutes(app, deps)
}
