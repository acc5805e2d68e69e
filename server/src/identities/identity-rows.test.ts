import { expect, it } from 'vitest'
import { describeOnControlStores } from '../test/control-stores.ts'
import { type Identity, listIdentitiesAfter, saveIdentity } from './identity-rows.ts'

describeOnControlStores('identities', (stores) => {
  it('are read page by page, each once, with several of one visitor on two pages', async () => {
    const { db } = await stores.open()
    const named = (visitorId: string, kind: Identity['kind'], value: string): Identity => ({
      ...{ siteId: 'site_1', visitorId, kind, value, origin: 'server' },
    })
    const all = [
      ...[named('ana', 'email', 'x'), named('ana', 'user', '1'), named('ana', 'user', '2')],
      ...[named('ben', 'email', 'a'), named('cleo', 'user', '1')],
    ]
    for (const identity of all.toReversed()) await saveIdentity(db, identity, 1)
    await saveIdentity(db, { ...named('bo', 'user', '3'), siteId: 'site_2' }, 1)
    for (const most of [1, 2, 5]) {
      const read: Identity[] = []
      for (let after = { visitorId: '', kind: '', value: '' }; ; ) {
        const page = await listIdentitiesAfter(db, 'site_1', after, most)
        read.push(...page)
        after = page.at(-1) ?? after
        if (page.length < most) break
      }
      expect(read).toMatchObject(all)
      expect(read).toHaveLength(all.length)
    }
  })

  it('are one, and the first time news once, when several processes save one at the same moment', async () => {
    const place = await stores.newPlace()
    // SQLite has one process.
    const others = stores.dialect === 'postgres' ? 3 : 0
    const nodes = [await stores.open(place)]
    for (let n = 0; n < others; n++) nodes.push(await stores.open(place))
    for (let round = 0; round < 20; round++) {
      const value = `user-${round}`
      const one: Identity = {
        ...{ siteId: 'site_1', visitorId: 'ana', kind: 'user', value },
        origin: 'server',
      }
      const saved = [...nodes, ...nodes].map((node) =>
        node.transaction((db) => saveIdentity(db, one, round)),
      )
      expect((await Promise.all(saved)).filter(Boolean)).toHaveLength(1)
    }
  })
})
