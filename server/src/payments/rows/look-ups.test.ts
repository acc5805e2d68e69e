import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { expect, it } from 'vitest'
import {
  listIdentities,
  listIdentitiesAfter,
  listSealedEmailsOf,
  listVisitorsPaidWith,
} from '../../identities/identity-rows.ts'
import { latestNotedMs } from '../../store/control/erasures/latest-noted.ts'
import type { Database } from '../../store/control/tables.ts'
import { aPayment } from '../../test/a-payment.ts'
import { describeOnSqlite } from '../../test/control-stores.ts'
import { listSubscriptionFacts } from '../subscriptions/subscription-rows.ts'
import { listDuplicatesDue, listEqualPayments } from './duplicate-rows.ts'
import { countDuplicates } from './equal-payments.ts'
import { findPaymentsNaming } from './erase-payments.ts'
import { listFactsAfter, listHeldPayments, listMarkedPayments } from './export-rows.ts'
import { linkingDue, listLinkedByEmail, listPayersOf } from './link-rows.ts'
import { listPaymentsPage } from './payment-pages.ts'
import { listLinkedSince, listPaymentsOfVisitors, unlinkRenewalsOf } from './remove-payment.ts'

const site = 'site_1'
const ofSome = { siteId: site, fromMs: 1, toMs: 2, after: { paidAtMs: 2, id: 'pay' } }
const ids = ['pay_1', 'pay_2']
/**
 * An index of what is due, or of duplicates, contains nothing else; a site and a range are a large part of it,
 * except for pages by ID.
 */
const isOfWhole = /^SCAN (?!.*_due)|(?<!_duplicates )\(site_id=\?(?: AND (?!id>)\w+[<>]\?)*\)/

/** The rows that each statement of some work reads, as SQLite plans it without statistics. */
async function plansOf(
  db: Kysely<Database>,
  work: (db: Kysely<Database>) => Promise<unknown>,
): Promise<string[]> {
  const asked: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(recorder))
  const plans = await Promise.all(
    asked.map(async (node) => {
      const query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
      const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
      return (await db.executeQuery<{ detail: string }>(explained)).rows
    }),
  )
  return plans.flat().map(({ detail }) => detail)
}

describeOnSqlite('what is looked up for a hit, a payment or a page of them', (stores) => {
  const lookUps: Record<string, (db: Kysely<Database>) => Promise<unknown>> = {
    'who an address is of': (db) => listIdentities(db, site, 'email', ['hash']),
    'who several are of': (db) => listIdentities(db, site, 'user', ['u1', 'u2']),
    'the next identities': (db) =>
      listIdentitiesAfter(db, site, { visitorId: 'v', kind: 'user', value: 'u' }, 10),
    'the addresses of a visitor': (db) => listSealedEmailsOf(db, site, ['v']),
    'who paid with an address': (db) => listPayersOf(db, site, ['hash']),
    'payments linked by an address': (db) =>
      listLinkedByEmail(db, { siteId: site, visitorId: 'v', value: 'hash' }),
    'the visitors who paid with an address': (db) => listVisitorsPaidWith(db, site, 'hash'),
    'payments of a visitor': (db) => listPaymentsOfVisitors(db, site, ['v']),
    'payments by their ids': (db) => listPaymentsPage(db, { ...ofSome, ids }, 10),
    'unlinked payments by their ids': (db) =>
      listPaymentsPage(db, { ...ofSome, ids, unlinked: true, method: 'none' }, 10),
    'charged payments of a provider by their ids': (db) =>
      listPaymentsPage(db, { ...ofSome, ids, provider: 'stripe', charged: true }, 10),
    'payments that a device makes due': (db) => linkingDue.ofVisitors(db, site, ['v']),
    'the next payments that were linked since then': (db) => listLinkedSince(db, site, 1).next(),
    'renewals of a payment': (db) => unlinkRenewalsOf(db, aPayment({ id: 'pay_1' }), 1),
    'facts of a subscription': (db) =>
      listSubscriptionFacts(db, { site_id: site, provider: 'stripe', subscription_id: 's' }),
    'payments to compare': (db) => listDuplicatesDue(db, 10),
    'payments of the same money': (db) =>
      listEqualPayments(
        db,
        { siteId: site, currency: 'USD', amountMinor: 1, paidAtMs: 1, withinMs: 1 },
        { emailHash: 'hash', aliases: ['a', 'b'], namesOrder: false },
        10,
      ),
    'the number of duplicates': (db) => countDuplicates(db, site),
    'the next payments that may name a visitor': (db) => findPaymentsNaming(db, site, 'v', 1),
    'the next facts': (db) => listFactsAfter(db, site, 'pay', 10),
    'the next links': (db) => listHeldPayments(db, site, 'pay', 10),
    'the next marked payments': (db) => listMarkedPayments(db, site, 'pay', 10),
    'what a clock that ran ahead received': (db) => latestNotedMs(db, site, 1),
  }
  for (const [name, lookUp] of Object.entries(lookUps)) {
    it(`reads ${name}, and not all of the site`, async () => {
      const { db } = await stores.open()
      const plans = await plansOf(db, lookUp)
      expect(plans).not.toEqual([])
      expect(plans.filter((plan) => isOfWhole.test(plan))).toEqual([])
    })
  }
})
