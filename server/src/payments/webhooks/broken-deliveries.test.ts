import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLongForm } from '../../test/long-form.ts'
import { aShopWith, type Shop } from '../../test/providers/webhook-sender.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { scenarios } from '../../test/webhooks/scenarios/list.ts'
import type { Delivered } from '../../test/webhooks/scenarios/scenario.ts'

// A provider's mistake, or an attacker who knows a secret: real bodies, correctly signed, in which anything may be
// missing or something else.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Values that fields do not have, and some that only other fields have. */
const odd: readonly unknown[] = [
  ...[null, '', true, [], {}, [null], 0, -1, -5_000, 0.1, 1e12, 1e13, 1e15, 2 ** 53 - 1, 1e300],
  ...['1e400', '0.005', '1,234.50', '99999999999999999999', 'x'.repeat(3_000), '\u0000', '\ud800'],
  ...['2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z', -62_135_596_800, 'usd', 'KWD', 'XXX'],
  ...['__proto__', 'constructor', 'refunded', 'canceled', 'trialing', [{ id: 1 }, { id: '1' }]],
]

/** A field, counted from the first one, and its new value; undefined removes it. */
const change = fc.record({ at: fc.nat(400), to: fc.constantFrom(...odd, undefined) })

function withChanges(body: object, changes: readonly { at: number; to: unknown }[]): object {
  const copy: Record<string, unknown> = structuredClone({ ...body })
  for (const { at, to } of changes) {
    const fields = fieldsIn(copy)
    const [owner, name] = fields[at % fields.length] ?? [copy, 'nothing']
    if (to === undefined) delete owner[name]
    else owner[name] = structuredClone(to)
  }
  return copy
}

function fieldsIn(value: object): [owner: Record<string, unknown>, name: string][] {
  return Object.entries(value).flatMap(([name, part]) => [
    [value as Record<string, unknown>, name] as [Record<string, unknown>, string],
    ...(typeof part === 'object' && part !== null ? fieldsIn(part) : []),
  ])
}

// These two have no signature, and look up what they are sent.
const unsigned = ['gumroad', 'paypal']
const names = [...new Set(scenarios.map(({ provider }) => provider))]

describe.each(names.filter((name) => !unsigned.includes(name)))('%s', (provider) => {
  const known = scenarios.filter((one) => one.provider === provider).flatMap((one) => one.delivered)
  const broken = fc
    .tuple(fc.constantFrom(...known), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(
      ([{ body, ...rest }, changes]): Delivered => ({ ...rest, body: withChanges(body, changes) }),
    )

  it('sends what it likes, and all payments can still be read and reported', async () => {
    const shop = await aShopWith(server, provider)
    const send = async ({ body, topic = '' }: Delivered) => {
      const { status } = await shop.send(body, { topic })
      expect([200, 400]).toContain(status)
    }
    const numRuns = inLongForm(2_000, 25)
    await fc.assert(fc.asyncProperty(broken, send), { numRuns, endOnFailure: true })
    expect(await errorsOf(shop)).toEqual([])
    await server.services.payments.flush()
    const { key } = shop
    for (const path of ['payments', 'payments/totals', 'payments/unlinked']) {
      expect(await server.request('GET', `/api/v1/${path}`, { key })).toMatchObject({ status: 200 })
    }
    const body = { metrics: ['revenue', 'payments', 'fees'], dateRange: '12mo' }
    const report = await server.request('POST', '/api/v1/query', { key, body })
    expect(report).toMatchObject({ status: 200 })
  })
})

/** The reasons of failed deliveries that no person could understand. */
async function errorsOf({ endpointId }: Shop): Promise<(string | null)[]> {
  const rows = await server.services.control.db
    .selectFrom('webhook_deliveries')
    .select('error')
    .where('endpoint_id', '=', endpointId)
    .where('error', 'is not', null)
    .execute()
  return rows
    .map(({ error }) => error)
    .filter(
      (error) => !/^(the (body|amount|time|webhook)|a fact) |has more decimals/.test(error ?? ''),
    )
}
