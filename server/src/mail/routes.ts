import type { AppMail } from '@tributary/contract/app-mail.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { requireOwner } from '../accounts/site-access.ts'
import { personOf, requirePerson } from '../http/signed-in.ts'
import type { Services } from '../services.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { sendTestMail } from './test-mail.ts'

/** `/api/app/mail`: whether this installation sends e-mails, and one to try it out. */
export function mailRoutes(app: FastifyInstance, services: Services): void {
  const { mailer, config, addressLimits } = services
  const person = requirePerson(services)

  app.get('/api/app/mail', person, async () => {
    const mail: AppMail = { configured: mailer !== undefined, from: mailer?.from ?? null }
    return success({ mail })
  })

  app.post('/api/app/mail/test', person, async (request) => {
    const account = personOf(request)
    requireOwner(account)
    await refuseTooMany(addressLimits, `test mail ${account.id}`)
    await sendTestMail(mailer, account.email, config.publicUrl)
    return success({ message: `The mail server took an e-mail to ${account.email}` })
  })
}
