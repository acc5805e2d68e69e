import { mailOperations } from '@tributary/contract/operations/app-installation.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { RateLimiter } from '../http/limits/rate-limit.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import type { Mailer } from './mailer.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { sendTestMail } from './test-mail.ts'

/** What testing the mail server needs. */
export interface MailDeps extends Serving {
  config: Config
  mailer: Mailer | undefined
  addressLimits: RateLimiter
}

/** Whether this installation sends e-mails, and a test e-mail. */
export function mailRoutes(app: FastifyInstance, deps: MailDeps): void {
  const { mailer, config, addressLimits } = deps
  serveOperations(app, deps, mailOperations, {
    'GET /api/app/mail': async () => ({
      mail: { configured: mailer !== undefined, from: mailer?.from ?? null },
    }),

    'POST /api/app/mail/test': async ({ person }) => {
      await refuseTooMany(addressLimits, `test mail ${person.id}`)
      await sendTestMail(mailer, person.email, config.publicUrl)
      return { message: `The mail server took an e-mail to ${person.email}` }
    },
  })
}
