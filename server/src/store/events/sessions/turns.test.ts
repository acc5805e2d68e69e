import { randomUUID } from 'node:crypto'
import { it } from 'vitest'
import { insertPaymentEntries } from '../../../payments/queries/insert-payment-entries.ts'
import { anEvent } from '../../../test/an-event.ts'
import { describeOnControlStores } from '../../../test/control-stores.ts'
import { startTestEngine } from '../../../test/engine.ts'
import { inLongForm } from '../../../test/long-form.ts'
import { randomTraffic } from '../../../test/random-traffic.ts'
import { expectSessionsAgree } from '../../../test/sessions-agree.ts'
import { connectEngine } from '../engine.ts'
import { eventLine } from '../event-line.ts'
import { rebuildSessions } from './rebuild-sessions.ts'
import { takeTurnsAmongNodes } from './turns.ts'

const rounds = inLongForm(6, 2)
const people = ['ana', 'ben', 'cleo', 'dan']

describeOnControlStores('nodes that share an engine', (stores) => {
  // SQLite has one.
  it.skipIf(stores.dialect === 'sqlite')(
    'bring back no session that another one has just removed, and count none twice',
    async () => {
      const test = await startTestEngine({ withTables: true })
      const place = await stores.newPlace()
      const node = async () => {
        const engine = connectEngine(test.url)
        takeTurnsAmongNodes(engine, (await stores.open(place)).alone)
        return engine
      }
      const [one, other] = [await node(), await node()]
      for (let round = 0; round < rounds; round++) {
        const siteId = randomUUID()
        const events = people.map((visitorId) =>
          anEvent({ siteId, visitorId, sessionId: `${visitorId}-before` }),
        )
        await one.insertLines('events', Buffer.from(events.map(eventLine).join('')), {
          deduplicationToken: siteId,
        })
        await one.command(
          `alter table events update session_id = concat(visitor_id, '-after') where site_id = {site:String}`,
          { site: siteId },
        )
        const rebuild = (engine: typeof one) =>
          rebuildSessions(engine, {
            ...{
              where: 'site_id = {site:String}',
              params: { site: siteId },
              isKnownToDiffer: true,
            },
          })
        const [sample] = randomTraffic(siteId, { seed: 1, fromMs: 0, days: 1, visits: 8 }).entries
        if (sample === undefined) throw new Error('there is no sample of a payment')
        const pay = { ...sample, visitorId: 'ana', pathVisitorIds: people }
        await Promise.all([rebuild(one), insertPaymentEntries(other, [pay]), rebuild(other)])
        await expectSessionsAgree(test.engine)
      }
      await Promise.all([one.close(), other.close()])
      await test.remove()
    },
  )
})
