import { type AppPerson, factorRequiredInput, proofInput } from '../app/account.ts'
import { type AppAuditEntry, appAuditQuery } from '../app/audit.ts'
import type { AppMail } from '../app/mail.ts'
import { admin, message, type Operations, typed } from '../operation.ts'

/** Everybody with an account. */
export const peopleOperations = {
  'GET /api/app/people': {
    access: 'installation-owner',
    data: typed<{ people: AppPerson[]; secondFactorRequired: boolean }>(),
  },
  'PUT /api/app/people/second-factor': {
    access: 'installation-owner',
    body: factorRequiredInput,
    data: typed<{ secondFactorRequired: boolean }>(),
  },
  'POST /api/app/people/:accountId/disable': {
    access: 'installation-owner',
    body: proofInput,
    data: message,
  },
  'POST /api/app/people/:accountId/enable': {
    access: 'installation-owner',
    body: proofInput,
    data: message,
  },
  'POST /api/app/people/:accountId/sign-out': {
    access: 'installation-owner',
    body: proofInput,
    data: typed<{ ended: number }>(),
  },
  'POST /api/app/people/:accountId/reset-link': {
    access: 'installation-owner',
    body: proofInput,
    data: typed<{ link: string }>(),
  },
} satisfies Operations

/** A page of the audit log. */
interface AuditPage {
  entries: AppAuditEntry[]
  nextCursor: string | null
  keptDays: number
}

/** What people, keys and commands did: on a site, or on all of the installation. Nothing here changes it. */
export const auditOperations = {
  'GET /api/app/sites/:siteId/audit': {
    access: admin,
    query: appAuditQuery,
    data: typed<AuditPage>(),
  },
  'GET /api/app/audit': {
    access: 'installation-owner',
    query: appAuditQuery,
    data: typed<AuditPage>(),
  },
} satisfies Operations

/** Whether this installation sends e-mails, and one to try it out. */
export const mailOperations = {
  'GET /api/app/mail': { access: 'person', data: typed<{ mail: AppMail }>() },
  'POST /api/app/mail/test': { access: 'installation-owner', data: message },
} satisfies Operations
