import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { inLongForm } from '../../test/long-form.ts'
import { aShopWith, type Shop } from '../../test/providers/webhook-sender.ts'
import type { TestServer } from '../../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../../test/server-stores.ts'
import { scenarios } from '../../test/webhooks/scenarios/list.ts'
import type { Delivered } from '../../test/webhooks/scenarios/scenario.ts'

// A provider's mistake, or an attacker who knows a secret: real bodies, correctly signed, in which anything may be
// missing or something else.

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
const signed = scenarios.filter(({ provider }) => !unsigned.includes(provider))

const onServers = inLongForm(describeOnServers, describeOnSqliteServer)
onServers('broken deliveries', (start) => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
    return () => server.close()
  })

  it('of any provider are answered, and leave all payments readable and reported', async () => {
    const shops: Shop[] = []
    const all = [...Map.groupBy(signed, (one) => one.provider)]
    const length = inLongForm(all.length, 4)
    const some = fc.shuffledSubarray(all, { minLength: length, maxLength: length })
    for (const [provider, known] of fc.sample(some, 1).flat()) {
      const shop = await aShopWith(server, provider)
      shops.push(shop)
      const delivered = known.flatMap((one) => one.delivered)
      const sent = fc.asyncProperty(broken(delivered), async ({ body, topic = '' }) => {
        const { status } = await shop.send(body, { topic })
        expect([200, 400]).toContain(status)
      })
      await fc.assert(sent, { numRuns: inLongForm(500, 25), endOnFailure: true })
      expect(await unclearErrors(server, shop)).toEqual([])
    }
    await server.services.payments.flush()
    for (const { key } of shops) {
      const list = await server.request('GET', '/api/v1/payments?credit=last', { key })
      expect(list).toMatchObject({ status: 200 })
      for (const path of ['query', 'subscriptions/report']) {
        const body = {
          metrics: path === 'query' ? ['revenue', 'fees'] : ['mrr'],
          dateRange: '12mo',
        }
        const report = await server.request('POST', `/api/v1/${path}`, { key, body })
        expect(report).toMatchObject({ status: 200 })
      }
    }
  })
})

/** Deliveries with one to three fields changed. */
const broken = (delivered: readonly Delivered[]) =>
  fc
    .tuple(fc.constantFrom(...delivered), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(
      ([{ body, ...rest }, changes]): Delivered => ({ ...rest, body: withChanges(body, changes) }),
    )

/** The reasons of failed deliveries that no person could understand. */
async function unclearErrors({ services }: TestServer, { endpointId }: Shop): Promise<string[]> {
  const rows = await services.control.db
    .selectFrom('webhook_deliveries')
    .select('error')
    .where('endpoint_id', '=', endpointId)
    .execute()
  return rows
    .flatMap(({ error }) => error ?? [])
    .filter((error) => !/^(the (body|amount|time|webhook)|a fact) |has more decimals/.test(error))
}
