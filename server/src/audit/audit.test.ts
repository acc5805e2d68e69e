import { expect, it } from 'vitest'
import { updateSite } from '../site-settings/change-site.ts'
import { createSite } from '../sites/manage-sites.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { dayMs } from '../time/durations.ts'
import { commandLine, personActor, unidentified } from './actor.ts'
import { keepAudit } from './keep-audit.ts'
import { listAudit } from './list-audit.ts'
import { recordAudit } from './record-audit.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)
const ana = personActor({ id: 'acc_ana', email: 'ana@shop.example' })

describeOnControlStores('the audit log', (stores) => {
  it('tells who did what, when, to what, with the values before and after', async () => {
    const store = await stores.open()
    const site = await createSite(store.db, nowMs, { domains: ['a.example'] })
    const changes = { name: 'The shop', currency: 'EUR', timezone: site.timezone }
    await updateSite(store, site.id, changes, { by: ana, nowMs })
    await updateSite(store, site.id, changes, { by: ana, nowMs: nowMs + 1 })
    const { entries } = await listAudit(store, { siteId: site.id })
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        at: '2026-11-20T12:00:00.000Z',
        action: 'site.changed',
        siteId: site.id,
        actor: { kind: 'account', id: 'acc_ana', name: 'ana@shop.example' },
        object: { id: site.id, name: 'The shop' },
        changes: { name: ['a.example', 'The shop'], currency: ['USD', 'EUR'] },
      },
    ])
  })

  it('has no entry of a change that was refused', async () => {
    const store = await stores.open()
    const site = await createSite(store.db, nowMs, { domains: ['a.example'] })
    const refused = updateSite(store, site.id, { currency: 'no' }, { by: ana, nowMs })
    await expect(refused).rejects.toThrow('currency')
    expect((await listAudit(store, {})).entries).toEqual([])
  })

  it('is read page by page, the latest first, also where many happened at once', async () => {
    const store = await stores.open()
    for (const atMs of [nowMs, nowMs, nowMs, nowMs + 5, nowMs - 5]) await note(store, atMs)
    const all = (await listAudit(store, {})).entries
    const read: string[] = []
    let cursor: string | undefined
    do {
      const page = await listAudit(store, { limit: 2, cursor })
      read.push(...page.entries.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(read).toEqual(all.map(({ id }) => id))
    expect(new Set(read).size).toBe(5)
    expect(all[0]?.at).toBe('2026-11-20T12:00:00.005Z')
    await expect(listAudit(store, { cursor: '1 or 1=1' })).rejects.toThrow('nextCursor')
  })

  it('tells one site nothing of another, and finds one kind of entry', async () => {
    const store = await stores.open()
    await note(store, nowMs, 'site_a')
    await note(store, nowMs, 'site_b')
    await recordAudit(store.db, nowMs, { action: 'key.made', by: commandLine, siteId: 'site_a' })
    const found = await listAudit(store, { siteId: 'site_a' })
    expect(found.entries.map(({ siteId }) => siteId)).toEqual(['site_a', 'site_a'])
    const keys = await listAudit(store, { siteId: 'site_a', action: 'key.made' })
    expect(keys.entries.map(({ actor }) => actor.kind)).toEqual(['command-line'])
  })

  it('deletes entries older than the retention', async () => {
    const store = await stores.open()
    await note(store, nowMs - 10 * dayMs)
    await note(store, nowMs - 9 * dayMs)
    expect(await keepAudit(store, nowMs, 9)).toBe(1)
    expect((await listAudit(store, {})).entries).toHaveLength(1)
  })
})

function note({ db }: ControlStore, atMs: number, siteId?: string): Promise<void> {
  const entry = { action: 'account.guessed', by: unidentified } as const
  return recordAudit(db, atMs, siteId === undefined ? entry : { ...entry, siteId })
}
