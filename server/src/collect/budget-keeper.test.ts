import { expect, it, onTestFinished } from 'vitest'
import { createSite } from '../sites/manage-sites.ts'
import { deriveSecrets } from '../store/control/secrets.ts'
import { testClock } from '../test/clock.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { silent } from '../test/engine.ts'
import { keepBudgets } from './budget-keeper.ts'

describeOnControlStores('the daily budget of a site', (stores) => {
  it('is shared by nodes on one store, which learn of each other when they save', async () => {
    const place = await stores.newPlace()
    const clock = testClock()
    const node = async () => {
      const control = await stores.open(place)
      const config = { siteDailyBudget: { hits: 5, bytes: 1e9 }, publicUrl: 'https://x.example' }
      const secrets = deriveSecrets('thirty-two characters of a test secret')
      const deps = { config, clock, control, secrets, mailer: undefined, logger: silent }
      const keeper = await keepBudgets(deps)
      onTestFinished(() => keeper.close())
      return { control, ...keeper }
    }
    const [one, other] = [await node(), await node()]
    const { id } = await createSite(one.control.db, clock.now(), { domains: ['shop.example'] })
    const take = ({ budgets }: typeof one) => budgets.take(id, 100, clock.now())
    expect([take(one), take(one), take(other), take(other)]).toEqual([true, true, true, true])
    await one.close()
    await other.close()
    // It knows of four by now.
    expect([take(other), take(other)]).toEqual([true, false])
    await other.close()
    await one.close()
    expect(one.budgets.spentMs(id, clock.now())).toBe(clock.now())
    const third = await node()
    expect(take(third)).toBe(false)
    clock.pass(86_400_000)
    expect(take(third)).toBe(true)
    await third.close()
    await one.control.db.deleteFrom('sites').where('id', '=', id).execute()
    expect([take(one), take(one)]).toEqual([true, true])
    await one.close()
    const rows = await one.control.db.selectFrom('site_budget_days').selectAll().execute()
    expect(rows.map(({ hits }) => hits).sort()).toEqual([1, 5])
  })
})
