import { type ChangesPage, type ProviderApi, ProviderApiError } from './provider-api.ts'
import { stripeClient, stripeError } from './stripe-client.ts'
import {
  type After,
  bookingsAfter,
  eventsSince,
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

/** As many as Stripe gives at once. */
const pageSize = 100

const secondsOfMs = (ms: number) => Math.floor(ms / 1000)

/** Stripe through its own client: the past from its lists, what happens then from its events. */
export function stripeApi(apiUrl: string | undefined): ProviderApi {
  return {
    name: 'stripe',
    title: 'Stripe',
    permissions: stripePermissions,
    keyPage: stripeKeyPage,
    checkKey: (key) => checkStripeKey(key, apiUrl),
    firstCursor: (fromMs, nowMs) => historySince(secondsOfMs(fromMs), secondsOfMs(nowMs)),
    async listChanges(key, stored, nowMs) {
      const at = startedCursor(parseCursor(stored), secondsOfMs(nowMs))
      const { list, params } = questionOf(at)
      const client = stripeClient(key, apiUrl)
      try {
        return answerOf(at, list, await list.page(client, params))
      } catch (cause) {
        const error = stripeError(cause, list.name)
        const isLost = error.code === 'unexpected' && params.starting_after !== undefined
        // The object that the last page ended with is gone: go on by its time.
        if (!isLost) throw error
        return await list
          .page(client, withoutObject(at, params))
          .then((page) => answerOf(at, list, page))
          .catch((second: unknown) => {
            throw stripeError(second, list.name)
          })
      }
    },
  }
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

/** Lists are in descending order of time: what is left began no later than the object that is gone. */
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
  const created = createdOf(last)
  const lastId = changes.at(-1)?.id
  const isMore = hasMore && lastId !== undefined && created !== null
  const cursor = isMore ? pastObject(at, { id: lastId, created }) : pastList(at)
  return {
    changes,
    cursor,
    isUpToDate: at.reads === 'bookings' && !isMore,
    progress: progressOf(cursor),
  }
}

function pastObject(at: StripeCursor, after: After): StripeCursor {
  return { ...at, after }
}

function pastList(at: StripeCursor): StripeCursor {
  if (at.reads === 'history') return nextList(at)
  return at.reads === 'events' ? bookingsAfter(at) : eventsSince(at.from, at.until, at.until)
}
