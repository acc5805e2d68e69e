import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { inLongForm } from '../../test/long-form.ts'
import {
  type LedgerPayment,
  openPlayer,
  type Player,
} from '../../test/providers/play-deliveries.ts'
import { scenarios } from '../../test/webhooks/scenarios/list.ts'
import type {
  Delivered,
  ExpectedPayment,
  Scenario,
} from '../../test/webhooks/scenarios/scenario.ts'

describeOnControlStores('deliveries of one purchase', (stores) => {
  let player: Player
  beforeAll(async () => {
    player = openPlayer(await stores.open())
    return () => player.close()
  })

  // Two orders on Postgres, for the first scenario of each provider: the ledger determines the order, which is the
  // same on both.
  const isSqlite = stores.dialect === 'sqlite'
  const tried = inLongForm(true, isSqlite) ? scenarios : firstOfEach(scenarios)
  it.each(tried)(
    '$provider: $name, in any order and each delivered twice',
    async ({ provider, delivered, payments, trials = 0 }: Scenario) => {
      const twice = [...delivered, ...delivered]
      const seeds = isSqlite && delivered.length > 1 ? [1, 2, 3, 4] : []
      const orders = [twice, twice.toReversed(), ...seeds.map((seed) => shuffled(twice, seed))]
      for (const order of orders) {
        const ledger = await player.ledgerOf(await player.play(provider, order))
        const money = ledger.filter(({ amount }) => amount > 0)
        expect(money).toHaveLength(payments.length)
        expect(ledger.filter((one) => one.status === 'trial')).toHaveLength(trials)
        expect(ledger).toHaveLength(payments.length + trials)
        for (const one of payments) checkPayment(one, ledger)
      }
    },
  )
})

const firstOfEach = (all: readonly Scenario[]) =>
  all.filter((one) => all.find(({ provider }) => provider === one.provider) === one)

function checkPayment(wanted: ExpectedPayment, ledger: readonly LedgerPayment[]): void {
  const { ids, refunds, netTax, netAmount = wanted.amount, renewal = false, ...fields } = wanted
  const found = ledger.filter((one) =>
    ids.some((id) => [one.providerPaymentId, ...one.aliases].includes(id)),
  )
  expect(found, ids.join()).toHaveLength(1)
  const [payment] = found
  expect([payment?.providerPaymentId, ...(payment?.aliases ?? [])]).toEqual(
    expect.arrayContaining([...ids]),
  )
  expect(payment).toMatchObject({ ...fields, netAmount, renewal })
  if (netTax !== undefined) expect(payment?.netTax?.amount).toBe(netTax)
  if (refunds === undefined) return
  const returned = Object.fromEntries(
    (payment?.refunds ?? []).map(({ id, amount }) => [id, amount]),
  )
  expect(returned).toEqual(refunds)
}

/** The order in which a seed puts the deliveries. */
function shuffled(delivered: readonly Delivered[], seed: number): Delivered[] {
  const at = (index: number) => createHash('sha256').update(`${seed}:${index}`).digest('hex')
  return delivered
    .map((one, index) => ({ one, at: at(index) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ one }) => one)
}
