import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMs, minuteMs } from '../../time/durations.ts'
import { type AccountList, type ListPage, listsApi } from './lists-api.ts'
import { type Movement, ProviderApiError, type SyncCursor } from './provider-api.ts'

const nowMs = Date.UTC(2026, 10, 18, 12)
const fromMs = nowMs - 100 * dayMs

/** An object of an account that changes; `version` says how often it did. */
interface Thing {
  id: string
  createdMs: number
  changedMs: number
  version: number
}

const pageSize = 3

/** A typical list of a provider: for a span of time, the latest first, in numbered pages. */
function listOf(name: string, tellsChanges: boolean): AccountList<Thing[]> {
  return {
    ...{ name, tellsChanges },
    async page(things, { token, ...span }): Promise<ListPage> {
      const page = Number(token ?? 0)
      const { sinceMs, untilMs = Number.POSITIVE_INFINITY } = { untilMs: undefined, ...span }
      const timeOf = (one: Thing) => (span.by === 'changed' ? one.changedMs : one.createdMs)
      const matching = things
        .filter((one) => timeOf(one) >= sinceMs && timeOf(one) < untilMs)
        .toSorted((a, b) => timeOf(b) - timeOf(a))
      const objects = matching.slice(page * pageSize, (page + 1) * pageSize)
      const isMore = matching.length > (page + 1) * pageSize
      return { objects: objects.map((one) => ({ ...one })), next: isMore ? `${page + 1}` : null }
    },
    read: () => ({ facts: [] }),
  }
}

/** Changes of the account between two pages: an object is added, or an older one changes. */
type Happening = { add: true } | { change: number } | null

const happenings = fc.array(
  fc.oneof(
    fc.constant<Happening>(null),
    fc.constant<Happening>({ add: true }),
    fc.record({ change: fc.nat(40) }),
  ),
  { maxLength: 60 },
)

it.each([
  ['tell what changed', { tellsChanges: true, isWhole: false }],
  ['do not tell what changed', { tellsChanges: false, isWhole: false }],
  ['are read as a whole', { tellsChanges: false, isWhole: true }],
])(
  'reads every object in its last state, of lists that change meanwhile and %s',
  async (_what, { tellsChanges, isWhole }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(99), { maxLength: 20 }), happenings, async (ages, story) => {
        const things = ages.map((age, index): Thing => {
          const atMs = nowMs - age * dayMs - 1
          return { id: `t${index}`, createdMs: atMs, changedMs: atMs, version: 0 }
        })
        const seen = new Map<string, number>()
        const noted = { ...listOf('things', tellsChanges), isWhole }
        const others = {
          ...listOf('others', tellsChanges),
          page: async () => ({ objects: [], next: null }),
        }
        const api = listsApi<Thing[]>({
          ...{ name: 'some', title: 'Some', permissions: [], keyPage: '', keyExample: '' },
          ...{ details: [], hasReadOnlyKeys: true, hasSpans: true },
          lists: isWhole ? [others, noted] : [noted, others],
          checkKey: async () => undefined,
          open: async () => things,
          errorOf: () => new ProviderApiError('unexpected', 'no'),
          findPayment: async () => [],
        })
        noted.read = ({ id, version }) => {
          seen.set(String(id), Math.max(Number(version), seen.get(String(id)) ?? 0))
          return { facts: [] }
        }
        let clockMs = nowMs
        let cursor: SyncCursor = api.firstCursor(fromMs, clockMs)
        const credentials = { key: '', details: {} }
        for (const happening of story) {
          clockMs += minuteMs
          const page = await api.listChanges(credentials, cursor, clockMs)
          cursor = page.cursor
          if (happening === null) continue
          const at = { createdMs: clockMs, changedMs: clockMs, version: 0 }
          if ('add' in happening) things.push({ id: `n${things.length}`, ...at })
          else {
            const thing = things[happening.change % Math.max(things.length, 1)]
            if (thing !== undefined)
              Object.assign(thing, { changedMs: clockMs, version: thing.version + 1 })
          }
        }
        // A day later, objects known only by their creation are read again as well.
        clockMs += dayMs + minuteMs
        for (let rounds = 0; rounds < 2; ) {
          const page = await api.listChanges(credentials, cursor, clockMs)
          cursor = page.cursor
          if (page.isUpToDate) rounds++
        }
        expect(Object.fromEntries(seen)).toEqual(
          Object.fromEntries(things.map(({ id, version }) => [id, version])),
        )
      }),
    )
  },
)

it('reads a list that has no spans once for the whole past', async () => {
  const asked: string[] = []
  const list = (name: string, isWhole: boolean): AccountList<null> => ({
    ...{ name, tellsChanges: false, isWhole, read: () => ({ facts: [] }) },
    async page(_client, { by, sinceMs }) {
      asked.push(`${name} ${by} ${Math.round((nowMs - sinceMs) / dayMs)}`)
      return { objects: [], next: null }
    },
  })
  const api = listsApi<null>({
    ...{ name: 'some', title: 'Some', permissions: [], keyPage: '', keyExample: '' },
    ...{ details: [], hasReadOnlyKeys: true, hasSpans: true },
    lists: [list('spans', false), list('whole', true)],
    checkKey: async () => undefined,
    open: async () => null,
    errorOf: () => new ProviderApiError('unexpected', 'no'),
    findPayment: async () => [],
  })
  let cursor = api.firstCursor(nowMs - 70 * dayMs, nowMs)
  for (let isUpToDate = false; !isUpToDate; ) {
    ;({ cursor, isUpToDate } = await api.listChanges({ key: '', details: {} }, cursor, nowMs))
  }
  expect(asked).toEqual([
    ...['spans created 30', 'whole created 70', 'spans created 60', 'spans created 70'],
    ...['spans created 3', 'whole created 3'],
  ])
})

it('says how much of the past is read, also within a list that has no spans', async () => {
  // Ten pages of ten days each, in two lists.
  const list = (name: string): AccountList<null> => ({
    ...{ name, tellsChanges: false, read: () => ({ facts: [] }) },
    async page(_client, { token }) {
      const page = Number(token ?? 1)
      const next = page < 10 ? String(page + 1) : null
      return { objects: [], next, reachedMs: nowMs - page * 10 * dayMs }
    },
  })
  const api = listsApi<null>({
    ...{ name: 'some', title: 'Some', permissions: [], keyPage: '', keyExample: '' },
    ...{ details: [], hasReadOnlyKeys: true, hasSpans: false, lists: [list('a'), list('b')] },
    checkKey: async () => undefined,
    open: async () => null,
    errorOf: () => new ProviderApiError('unexpected', 'no'),
    findPayment: async () => [],
  })
  const said: number[] = []
  let cursor = api.firstCursor(fromMs, nowMs)
  for (let page = 0; page < 20; page++) {
    const read = await api.listChanges({ key: '', details: {} }, cursor, nowMs)
    cursor = read.cursor
    said.push(Math.round(read.progress * 100))
  }
  expect(said).toEqual(Array.from({ length: 20 }, (_, index) => (index + 1) * 5))
})

it('skips an object whose money or movement no store can hold, and reads the others', async () => {
  const atMs = nowMs - dayMs
  const movement: Movement = {
    ...{ id: 'm', paymentRef: 'pi_1', objectId: 'ch_1', atMs, recordedByMs: atMs, currency: 'USD' },
    ...{ grossMinor: 500, feeCurrency: 'USD', feeMinor: 10, bookedMinor: 500 },
    kind: 'payment',
  }
  const fact = { kind: 'refund', how: 'full', provider: 'some', ids: ['pi_1'], atMs } as const
  const objects: Record<string, ReturnType<AccountList<null>['read']>> = {
    sound: { facts: [fact], movements: [movement] },
    late: { facts: [{ ...fact, atMs: 10 ** 16 }] },
    large: { facts: [fact], movements: [{ ...movement, feeMinor: 10 ** 15 }] },
  }
  const list: AccountList<null> = {
    ...{
      name: 'things',
      tellsChanges: false,
      read: ({ id }) => objects[String(id)] ?? { facts: [] },
    },
    page: async () => ({ objects: Object.keys(objects).map((id) => ({ id })), next: null }),
  }
  const api = listsApi<null>({
    ...{ name: 'some', title: 'Some', permissions: [], keyPage: '', keyExample: '' },
    ...{ details: [], hasReadOnlyKeys: true, hasSpans: false, lists: [list] },
    checkKey: async () => undefined,
    open: async () => null,
    errorOf: () => new ProviderApiError('unexpected', 'no'),
    findPayment: async () => [],
  })
  const cursor = api.firstCursor(fromMs, nowMs)
  const { changes } = await api.listChanges({ key: '', details: {} }, cursor, nowMs)
  const read = changes.map(({ id, facts, movements, problem }) => {
    return [id, facts.length, movements.length, problem]
  })
  expect(read).toEqual([
    ['sound', 1, 1, null],
    ['late', 0, 0, 'the time is too far away'],
    ['large', 0, 0, 'the amount is too large'],
  ])
})
