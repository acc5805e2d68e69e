import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnControlStores, describeOnSqlite } from '../../test/control-stores.ts'
import { inLongForm } from '../../test/long-form.ts'
import { openPlayer, type Player } from '../../test/providers/play-deliveries.ts'
import { scenarios } from '../../test/webhooks/scenarios/list.ts'
import { type Delivered, minute, second } from '../../test/webhooks/scenarios/scenario.ts'
import { providers } from '../providers/list.ts'

// Whatever arrives, in any order and however often, two sites end up with the same. The scenarios have trials, setup
// fees, edits, disputes and failed refunds; here any part of them arrives, also with all of the provider's times
// equal, so that only the content can decide.

const runs = { sqlite: inLongForm(12, 3), postgres: 2 }

inLongForm(describeOnControlStores, describeOnSqlite)('deliveries of one purchase', (stores) => {
  let player: Player
  beforeAll(async () => {
    player = openPlayer(await stores.open())
    return () => player.close()
  })

  describe.each(providers.map(({ name }) => name))('%s', (provider) => {
    // The events of one provider in different scenarios are about the same ids, and so about one purchase.
    const all = scenarios
      .filter((one) => one.provider === provider)
      .flatMap(({ delivered }) => delivered)
      .map((one) => withOwnId(provider, one))
    const some = fc.subarray(all, { minLength: Math.min(2, all.length), maxLength: 9 })
    const twoOrders = some.chain((delivered) =>
      fc.tuple(inAnyOrder(delivered), inAnyOrder([...delivered, ...delivered])),
    )

    it.each([
      ['with their own times', (one: Delivered) => one],
      ['all at the same moment', atOnce],
    ])('make the same ledger on two sites, %s', async (_times, dated) => {
      await fc.assert(
        fc.asyncProperty(twoOrders, async ([once, twice]) => {
          const first = await player.play(provider, once.map(dated))
          const second = await player.play(provider, twice.map(dated))
          expect(await player.ledgerOf(second)).toEqual(await player.ledgerOf(first))
        }),
        { numRuns: runs[stores.dialect] },
      )
    })
  })
})

/** Scenarios use one id for different events, of which an inbox accepts only the first. */
function withOwnId(provider: string, { body, ...rest }: Delivered): Delivered {
  const name = eventIds[provider]
  if (name === undefined) return { ...rest, body }
  const id = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return { ...rest, body: { ...body, [name]: id } }
}

const eventIds: Readonly<Record<string, string>> = {
  ...{ stripe: 'id', creem: 'id', paypal: 'id', paddle: 'event_id' },
}

function inAnyOrder(delivered: readonly Delivered[]): fc.Arbitrary<Delivered[]> {
  return fc.shuffledSubarray([...delivered], { minLength: delivered.length })
}

/** The delivery with every time in its body replaced by one. */
function atOnce({ body, ...rest }: Delivered): Delivered {
  return { ...rest, body: atOneMoment(body) as object }
}

function atOneMoment(value: unknown): unknown {
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return minute(0)
    return /^\d{4}-\d\d-\d\dT[\d:]+$/.test(value) ? minute(0).slice(0, 19) : value
  }
  if (typeof value === 'number') {
    if (value >= second(0) && value < second(0) * 2) return second(0)
    return value >= second(0) * 1000 && value < second(0) * 2000 ? second(0) * 1000 : value
  }
  if (Array.isArray(value)) return value.map(atOneMoment)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, atOneMoment(part)]))
}
