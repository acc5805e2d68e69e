import type { Site } from '../../../site.ts'
import { dayMs } from '../../../time/durations.ts'
import type { LinkStepNote, Payment, PaymentLink } from '../../rows/payment.ts'

/** How long before a payment a session must have been active to be linked by time. */
export const timeWindowMs = 30 * 60_000
/** The period in which the rate of candidate sessions is measured. */
export const rateWindowMs = 7 * dayMs

/** A step's result for one payment: always a note, and a link if possible. */
export interface StepResult {
  note: LinkStepNote
  link?: Omit<PaymentLink, 'steps'>
}

/** One way to find payments' visitors: looks up what it needs to know once, then decides each payment. */
export type LinkStep = (
  sources: LinkSources,
  site: Site,
  payments: readonly Payment[],
) => Promise<(payment: Payment) => StepResult>

/** The look-ups available to the steps. Each function answers for many payments at once. */
export interface LinkSources {
  /**
   * By question: the named session if it is the visitor's, and the visitor's last session that began
   * by the moment (or else the first after it). Nothing at all when the visitor was never seen.
   */
  sessionsOf(siteId: string, questions: readonly SessionQuestion[]): Promise<VisitorSession[][]>
  /** The owners of each session; several are possible, as nothing stops two visitors from using one id. */
  sessionOwners(siteId: string, sessionIds: readonly string[], sinceMs: number): Promise<Session[]>
  /** The visitors of e-mail hashes, those that the site's server or an earlier payment vouches for as `server`. */
  identified(siteId: string, emailHashes: readonly string[]): Promise<IdentifiedVisitor[]>
  /** By visitor, all visitors of the same person as the site's server vouches for, the visitor first. */
  devicesOf(site: Site, visitorIds: readonly string[]): Promise<Map<string, string[]>>
  /** The payments that renewals, and charges after a trial, take their visitor and path from, by the ids of these. */
  firstPayments(siteId: string, renewals: readonly Payment[]): Promise<Map<string, Payment>>
  /** The evidence for a link by time, by the payments' ids. */
  timeFacts(siteId: string, payments: readonly Payment[]): Promise<Map<string, TimeFacts>>
}

export interface SessionQuestion {
  visitorId: string
  /** `''` for none in particular. */
  sessionId: string
  momentMs: number
}

export interface Session {
  visitorId: string
  sessionId: string
}

export interface VisitorSession extends Session {
  startedMs: number
}

export interface IdentifiedVisitor {
  visitorId: string
  emailHash: string
  origin: 'client' | 'server'
  firstSeenMs: number
  lastSeenMs: number
}

export interface SessionInWindow extends Session {
  checkoutIntent: boolean
}

/** If the sessions already rule a link out, the rest is not looked up. */
export interface TimeFacts {
  /**
   * Sessions with a hit in the window, those with checkout intent first. Two are enough: only a single one can be
   * linked.
   */
  sessions: SessionInWindow[]
  /** Whether another payment was already linked to the candidate's session in the window. */
  competing: boolean
  /** Sessions of the last days, the candidate included, and since when the site has any. */
  rate: { sessions: number; checkoutSessions: number; firstMs: number }
  /** Payments of the last 30 days, and those of them linked by ids or e-mail. */
  payments: { all: number; known: number }
  /** Whether money of this payment has been returned. */
  refunded: boolean
  /** Whether only the provider's account reported the payment. */
  imported: boolean
}

/** A note without a link. */
export function noted(
  step: LinkStepNote['step'],
  outcome: Exclude<LinkStepNote['outcome'], 'linked'>,
  reason: string,
  more: Partial<Pick<LinkStepNote, 'candidates' | 'figures'>> = {},
): StepResult {
  return { note: { step, outcome, reason, candidates: [], ...more } }
}
