import { mailOperations } from '@tributary/contract/operations/app-installation.ts'
import type { FastifyInstance } from 'fastify'
import { serveOperations } from '../http/serve-operations.ts'
import type { Services } from '../services.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { sendTestMail } from './test-mail.ts'

/** Whether this installation sends e-mails, and one to try it out. */
export function mailRoutes(app: FastifyInstance, services: Services): void {
  const { mailer, config, addressLimits } = services
  serveOperations(app, services, mailOperations, {
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
