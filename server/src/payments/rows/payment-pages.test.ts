import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnSqlite } from '../../test/control-stores.ts'
import { selectOfVisitors } from './payment-pages.ts'

describeOnSqlite('payments of a visitor', (stores) => {
  it('are found by the visitor, and those of others not read', async () => {
    const { db } = await stores.open()
    const plan = await selectOfVisitors(db, 'site', { visitorIds: ['v1'], limit: 10 }).explain<{
      detail: string
    }>(undefined, sql`query plan`)
    expect(plan[0]?.detail).toContain('payments_site_id_visitor_id')
  })
})
