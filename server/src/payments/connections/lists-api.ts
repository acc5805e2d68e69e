import { storable } from '../ledger/fact-bounds.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { type Fields, idOf } from '../providers/wire/fields.ts'
import type { SubscriptionFact } from '../subscriptions/subscription-fact.ts'
import {
  afterPage,
  begun,
  byProvidersClock,
  parseListsCursor,
  pastSince,
  progressOf,
  type Span,
  spanOf,
} from './lists-cursor.ts'
import {
  type Change,
  type Credentials,
  type Movement,
  type ProviderApi,
  ProviderApiError,
} from './provider-api.ts'
import { storableMovements } from './storable-movements.ts'

/**
 * A page of a list; `token` comes from the last page, null for the first one. The end of a span is exclusive.
 * `isPast`: the import is in progress, so what is found may have happened long ago.
 */
export type ListQuestion = Span & { token: string | null; isPast?: boolean }

export interface ListPage {
  objects: readonly object[]
  /** The token of the next page; null after the last one. */
  next: string | null
  /** How far back this page reaches, if the list is read from the latest to the oldest. */
  reachedMs?: number | undefined
  /** When the provider answered by its own clock, if it says so. */
  answeredMs?: number | undefined
}

/** The facts of one object. */
export interface Reading {
  facts: readonly MoneyFact[]
  subscriptions?: readonly SubscriptionFact[]
  movements?: readonly Movement[]
}

/** One list of a provider's account. */
export interface AccountList<Client> {
  name: string
  /**
   * Whether the list can be filtered by time of change. In other lists, recent objects are read again each time, and
   * those of the last 120 days once a day.
   */
  tellsChanges: boolean
  /** The list has no filter by time: it is read whole in the first span and once a day. Not for the first list. */
  isWhole?: boolean
  /**
   * One page. With numbered pages the list must be in descending order of the time it is filtered by: objects that
   * appear during the reading then push others to later pages, where they come twice, and none is skipped. Throws
   * what the client throws.
   */
  page(client: Client, question: ListQuestion): Promise<ListPage>
  /** Throws an `Error` if the object cannot be understood. */
  read(object: Fields): Reading
}

/** A provider whose account is read list by list. */
export interface ListsProvider<Client>
  extends Omit<ProviderApi, 'firstCursor' | 'listChanges' | 'readPayment'> {
  /** Read in this order in each span of time. */
  lists: readonly AccountList<Client>[]
  /** Whether lists can be filtered by a span of time; else they are read page by page, the latest first. */
  hasSpans: boolean
  /** The provider's client. Clients are loaded when they are first needed: most servers need none of them. */
  open(credentials: Credentials): Promise<Client>
  /** The error of a failed request, in our words. */
  errorOf(error: unknown, what: string): ProviderApiError
  /**
   * Everything that the account holds about one payment, as objects by the names of their lists; may throw as lists
   * do.
   */
  findPayment(client: Client, ref: string): Promise<readonly { list: string; object: object }[]>
}

/** Reads an account through its lists: the past in spans of time, then repeatedly what changed. */
export function listsApi<Client>(provider: ListsProvider<Client>): ProviderApi {
  const { lists, hasSpans, open, errorOf, findPayment, ...about } = provider
  const shape = {
    ...{ count: lists.length, hasSpans },
    wholeLists: lists.flatMap(({ isWhole }, index) => (isWhole ? [index] : [])),
  }
  const asking = <T>(what: string, work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw error instanceof ProviderApiError ? error : errorOf(error, what)
    })
  return {
    ...about,
    firstCursor: (fromMs, nowMs) => pastSince(fromMs, nowMs, shape),
    async listChanges(credentials, stored, nowMs) {
      const at = begun(parseListsCursor(stored), nowMs)
      const list = lists[at.list]
      if (list === undefined) throw new ProviderApiError('unexpected', 'the cursor names no list')
      // The provider may exchange the key for a token here, which may fail, too.
      const client = await asking(list.name, open(credentials))
      const isPast = at.reads === 'past'
      const question = { ...spanOf(at, list), token: at.token, isPast }
      const page = await asking(list.name, list.page(client, question))
      const isFirst = at.list === 0 && at.token === null
      const known = isFirst && page.answeredMs !== undefined
      const timed = known ? byProvidersClock(at, page.answeredMs as number) : at
      const { cursor, isRoundOver } = afterPage(timed, page.next, { shape, nowMs })
      return {
        changes: page.objects.map((object) => changeOf(about.name, list, object as Fields)),
        cursor,
        isUpToDate: isRoundOver,
        progress: progressOf(cursor, shape, page.reachedMs),
        statementUntilMs: isRoundOver ? timed.roundUntilMs : null,
      }
    },
    async readPayment(credentials, ref) {
      const client = await asking('one payment', open(credentials))
      const found = await asking('one payment', findPayment(client, ref))
      return found.map(({ list: name, object }) => {
        const list = lists.find((one) => one.name === name)
        if (list === undefined) throw new Error(`there is no list of ${name}`)
        return changeOf(about.name, list, object as Fields)
      })
    },
  }
}

/** The facts of one object, or why it could not be understood. */
function changeOf<Client>(name: string, list: AccountList<Client>, object: Fields): Change {
  const change = { id: idOf(object) ?? '', source: `sync:${name}` }
  try {
    const { facts, subscriptions = [], movements = [] } = list.read(object)
    const money = { facts: storable(facts), movements: storableMovements(movements) }
    return { ...change, ...money, subscriptions, problem: null }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { ...change, facts: [], subscriptions: [], movements: [], problem }
  }
}
