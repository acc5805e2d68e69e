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
  type VisitorList,
  visitorDetails,
  visitorIds,
  visitorList,
} from './queries/visitor-list.ts'
import { understood, visitScope } from './visit-scope.ts'

const defaultLimit = 50
/** The last days, in steps, that are searched for a word of a name before the whole range. */
const daysFirst = [1, 15]

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

/**
 * The list. Many share a word of a name, and computing the names of all visitors takes a second where there are two
 * million, so those of the last days are looked through first: who had no hit since then was seen last before.
 */
async function listVisitors(
  engine: Engine,
  scope: VisitScope,
  wanted: VisitorList,
  nowMs: number,
): Promise<Awaited<ReturnType<typeof visitorList>>> {
  const { search, order, after, limit } = wanted
  if (search?.names?.needsBoth === false && order === 'lastSeen') {
    const untilMs = after?.value ?? Math.min(scope.toMs, nowMs)
    for (const days of daysFirst) {
      const sinceMs = (dayOf(untilMs) - days) * dayMs
      if (sinceMs <= scope.fromMs) break
      const found = await visitorList(engine, scope, { ...wanted, search: { ...search, sinceMs } })
      if (found.length === limit && (found.at(-1)?.order ?? 0) >= sinceMs) return found
    }
  }
  return visitorList(engine, scope, wanted)
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
