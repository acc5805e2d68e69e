import { idOf, need, needBoolean } from '../../providers/wire/fields.ts'
import { type ChangesPage, type ProviderApi, ProviderApiError } from '../provider-api.ts'
import { stripeClient, stripeError } from './stripe-client.ts'
import {
  type After,
  bookingsAfter,
  byProviderClock,
  eventsAfter,
  historySince,
  nextList,
  parseCursor,
  progressOf,
  type StripeCursor,
  startedCursor,
  windowStart,
} from './stripe-cursor.ts'
import { checkStripeKey, stripeKeyPage, stripePermissions } from './stripe-key.ts'
import {
  bookingList,
  changeOf,
  createdOf,
  eventList,
  historyLists,
  type ListParams,
  type StripeList,
} from './stripe-lists.ts'
import { readStripePayment } from './stripe-payment.ts'

/** The most that Stripe returns per page. */
const pageSize = 100

const secondsOfMs = (ms: number) => Math.floor(ms / 1000)

/** Stripe through its own client: the past from its lists, later changes from its events. */
export function stripeApi(apiUrl: string | undefined): ProviderApi {
  return {
    name: 'stripe',
    title: 'Stripe',
    permissions: stripePermissions,
    keyPage: stripeKeyPage,
    hasReadOnlyKeys: true,
    keyExample: 'rk_live_…',
    details: [],
    checkKey: ({ key }) => checkStripeKey(key, apiUrl),
    firstCursor: (fromMs, nowMs) => historySince(secondsOfMs(fromMs), secondsOfMs(nowMs)),
    async listChanges({ key }, stored, nowMs) {
      const at = startedCursor(parseCursor(stored), secondsOfMs(nowMs))
      const { list, params } = questionOf(at)
      const client = await stripeClient(key, apiUrl)
      try {
        const page = await list.page(client, params)
        return answerOf(byProviderClock(at, answeredAt(page, nowMs)), list, page)
      } catch (cause) {
        const error = stripeError(cause, list.name)
        const isLost = error.code === 'unexpected' && params.starting_after !== undefined
        // The last object of the previous page was deleted: continue by its time.
        if (!isLost) throw error
        return await list
          .page(client, withoutObject(at, params))
          .then((page) => answerOf(at, list, page))
          .catch((second: unknown) => {
            throw stripeError(second, list.name)
          })
      }
    },
    readPayment: async ({ key }, ref) => readStripePayment(await stripeClient(key, apiUrl), ref),
  }
}

/** When Stripe answered by its own clock, in seconds; by ours if it does not say. */
function answeredAt(page: object, nowMs: number): number {
  const { headers } =
    (page as { lastResponse?: { headers?: Record<string, string> } }).lastResponse ?? {}
  const saidMs = Date.parse(headers?.date ?? '')
  return secondsOfMs(Number.isNaN(saidMs) ? nowMs : saidMs)
}

function questionOf(at: StripeCursor): { list: StripeList; params: ListParams } {
  const [list, gte, lt] =
    at.reads === 'history'
      ? [historyLists[at.list], windowStart(at), at.windowEnd]
      : [at.reads === 'events' ? eventList : bookingList, at.since, at.until ?? at.since]
  if (list === undefined) throw new ProviderApiError('unexpected', 'the cursor names no list')
  const params = { created: { gte, lt }, limit: pageSize }
  return {
    list,
    params: at.after === null ? params : { ...params, starting_after: at.after.id },
  }
}

/** Lists are in descending order of time: the objects left to read began no later than the deleted one. */
function withoutObject(at: StripeCursor, { created, limit }: ListParams): ListParams {
  const lt = Math.min(created.lt, (at.after?.created ?? created.lt) + 1)
  return { created: { gte: created.gte, lt }, limit }
}

function answerOf(
  at: StripeCursor,
  list: StripeList,
  { data, has_more: hasMore }: { data: object[]; has_more: boolean },
): ChangesPage {
  const changes = data.map((object) => changeOf(list, object))
  const last = data.at(-1)
  const isMore = needBoolean(hasMore, 'has_more') && last !== undefined
  const cursor = isMore ? pastObject(at, afterOf(last)) : pastList(at)
  const isUpToDate = at.reads === 'bookings' && !isMore
  return {
    changes,
    cursor,
    isUpToDate,
    statementUntilMs: isUpToDate && at.isStatement ? at.until * 1000 : null,
    progress: progressOf(cursor),
  }
}

function afterOf(object: object): After {
  return {
    id: need(idOf(object), 'id'),
    created: need(createdOf(object), 'created'),
  }
}

function pastObject(at: StripeCursor, after: After): StripeCursor {
  return { ...at, after }
}

function pastList(at: StripeCursor): StripeCursor {
  if (at.reads === 'history') return nextList(at)
  return at.reads === 'events' ? bookingsAfter(at) : eventsAfter(at)
}
