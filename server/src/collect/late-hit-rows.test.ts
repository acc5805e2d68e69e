import { expect, it } from 'vitest'
import { describeOnControlStores } from '../test/control-stores.ts'
import { deleteLateVisitors, listLateVisitors, noteLateHits } from './late-hit-rows.ts'

describeOnControlStores(
  'late hits of the same visitors, noted and settled at the same time',
  (stores) => {
    it('are all noted, with the first and the last time of each', async () => {
      const control = await stores.open()
      const visitors = Array.from({ length: 250 }, (_, index) => `visitor_${index}`)
      const noteAt = (timestampMs: number, ids: readonly string[]) =>
        control.run(
          noteLateHits,
          ids.map((visitorId) => ({ siteId: 'site_1', visitorId, timestampMs })),
        )
      await noteAt(5, visitors)
      const settled = await listLateVisitors(control.db, 100)
      await Promise.all([
        ...[9, 3, 7, 1].map((ms, index) =>
          noteAt(ms, index % 2 === 0 ? visitors : visitors.toReversed()),
        ),
        control.transaction((db) => deleteLateVisitors(db, settled.toReversed())),
      ])
      const noted = await listLateVisitors(control.db, 1000)
      expect(noted.map(({ visitorId }) => visitorId).sort()).toEqual(visitors.toSorted())
      expect(noted.every(({ fromMs, toMs }) => fromMs === 1 && toMs === 9)).toBe(true)
    })
  },
)
