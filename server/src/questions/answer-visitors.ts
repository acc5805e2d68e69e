import { namesHolding } from '@tributary/contract/person-name.ts'
import type { Visitors, VisitorsInput } from '@tributary/contract/questions/visitors.ts'
import { AppError } from '../errors.ts'
import { hashEmail, isEmail } from '../identities/email-hash.ts'
import {
  listIdentities,
  listIdentitiesOf,
  listVisitorsPaidWith,
} from '../identities/identity-rows.ts'
import { toMajorUnits } from '../money/money.ts'
import { scopeParams, type VisitScope } from '../reports/queries/visit-scope.ts'
import { readScope } from '../reports/read-scope.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import { dayOf } from '../store/events/utc-days.ts'
import { dayMs } from '../time/durations.ts'
import {
  type FewVisitors,
  type VisitorList,
  visitorDetails,
  visitorIds,
  visitorList,
} from './queries/visitor-list.ts'
import { understood, visitScope } from './visit-scope.ts'

const defaultLimit = 50
interface Stores {
  engine: Engine
  control: ControlStore
  secrets: Secrets
}

/** The visitors of a range, by last activity or by revenue. */
export async function answerVisitors(
  { engine, control, secrets }: Stores,
  { site, nowMs }: { site: Site; nowMs: number },
  input: VisitorsInput,
): Promise<Visitors> {
  const { orderBy: order = 'lastSeen', limit = defaultLimit } = input
  const question = readScope(input, site, nowMs)
  const after = readCursor(input.cursor)
  const scope = visitScope(question)
  const search =
    input.search === undefined
      ? undefined
      : await readSearch({ control, secrets }, site, input.search.trim())
  const wanted = { search, order, after, currency: site.currency, limit: limit + 1 }
  const found = await listVisitors(engine, scope, wanted, nowMs)
  const page = found.slice(0, limit)
  const visitors = page.map(({ visitor }) => visitor)
  const { firstDay, lastDay } = scopeParams(scope)
  const [details, ids] = await Promise.all([
    visitors.length === 0
      ? []
      : visitorDetails(engine, scope, { visitors, currency: site.currency }),
    visitorIds(engine, { site: site.id, firstDay, lastDay, visitors }),
  ])
  const detailsOf = new Map(details.map((row) => [row.visitor, row]))
  const idOf = new Map(ids.map(({ visitor, visitorId }) => [visitor, visitorId]))
  const known = await listIdentitiesOf(control.db, site.id, [...idOf.values()])
  const last = page.at(-1)
  return {
    rows: visitors.flatMap((listed) => {
      const found = detailsOf.get(listed)
      // A visitor was erased meanwhile.
      if (found === undefined) return []
      const { visitor, firstMs, lastMs, revenueMinor, ...row } = found
      const visitorId = idOf.get(visitor) ?? ''
      const own = known.filter((identity) => identity.visitorId === visitorId)
      return {
        ...row,
        visitorId,
        userIds: own.flatMap(({ kind, value }) => (kind === 'user' ? value : [])),
        hasEmail: own.some(({ kind }) => kind === 'email'),
        firstSeenAt: new Date(firstMs).toISOString(),
        lastSeenAt: new Date(lastMs).toISOString(),
        revenue: toMajorUnits(revenueMinor, site.currency),
      }
    }),
    currency: site.currency,
    ...(found.length > limit && last && { nextCursor: `after-${last.order}-${last.visitor}` }),
    query: understood(question),
  }
}

/** The list: few visitors are looked through first, and all of them if others may belong in it. */
async function listVisitors(
  engine: Engine,
  scope: VisitScope,
  wanted: VisitorList,
  nowMs: number,
): Promise<Awaited<ReturnType<typeof visitorList>>> {
  for (const { only, leastOrder } of fewFirst(scope, wanted, nowMs)) {
    const found = await visitorList(engine, scope, { ...wanted, only })
    if (found.length === wanted.limit && (found.at(-1)?.order ?? 0) >= leastOrder) return found
    // If none was found, there are unlikely to be many.
    if (found.length === 0) break
  }
  return visitorList(engine, scope, wanted)
}

/**
 * Which visitors to look through first. They include everybody whose value in the order is `leastOrder` or more.
 * For a word of a name it is two weeks before it is all: computing the names of two million visitors takes a second.
 */
function fewFirst(
  scope: VisitScope,
  { order, search, after }: VisitorList,
  nowMs: number,
): { only: FewVisitors; leastOrder: number }[] {
  if (order === 'revenue') {
    return search === undefined ? [{ only: 'payers', leastOrder: 1 }] : []
  }
  const isWord = search?.names?.needsBoth === false
  if (search !== undefined && !isWord) return []
  const today = dayOf(after?.value ?? Math.min(scope.toMs, nowMs))
  return (isWord ? [1, 15] : [1])
    .map((days) => (today - days) * dayMs)
    .filter((seenSinceMs) => seenSinceMs > scope.fromMs)
    .map((seenSinceMs) => ({ only: { seenSinceMs }, leastOrder: seenSinceMs }))
}

/** An address is looked up by its hash and is part of no visitor's id. */
async function readSearch(
  { control, secrets }: Pick<Stores, 'control' | 'secrets'>,
  site: Site,
  text: string,
) {
  const asEmail = isEmail(text)
  const hash = hashEmail(secrets, site.id, text)
  const [named, identified, payers] = await Promise.all([
    listIdentities(control.db, site.id, 'user', [text]),
    asEmail ? listIdentities(control.db, site.id, 'email', [hash]) : [],
    asEmail && site.identification ? listVisitorsPaidWith(control.db, site.id, hash) : [],
  ])
  const claims = [...named, ...identified].map(({ visitorId }) => visitorId)
  const known = [...new Set([...claims, ...payers])]
  return { text: asEmail ? '' : text, known, names: namesHolding(text) }
}

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const [, value, visitor] = /^after-(-?\d{1,15})-(\d{1,20})$/.exec(cursor) ?? []
  if (value === undefined || visitor === undefined || BigInt(visitor) >= 1n << 64n) {
    throw new AppError('invalid', 'cursor must be a nextCursor of an answer')
  }
  return { value: Number(value), visitor }
}
