import { setTimeout as delay } from 'node:timers/promises'
import { updateSite } from '@tributary/server/site-settings/change-site.ts'
import { apiKeys } from '@tributary/server/sites/api-keys.ts'
import { createSite } from '@tributary/server/sites/manage-sites.ts'
import { openControlStore } from '@tributary/server/store/control/control-store.ts'
import { browserHeaders } from '../requests.ts'
import type { Cluster, Node } from './cluster.ts'

/**
 * How long after a change in the control store the last stale answer was requested, on any node. When the answer
 * arrived does not count: that depends on the machine.
 */
export interface ChangeTimes {
  keyTakenMs: number
  settingMissedMs: number
}

/** Revokes a key and changes a site's settings directly in the store, and asks all nodes until they apply it. */
export async function measureChanges({ databaseUrl, nodes }: Cluster): Promise<ChangeTimes> {
  const control = await openControlStore({ databaseUrl, file: '' })
  const keys = apiKeys(control)
  try {
    // A separate site, so that none of this is in the comparison.
    const site = await createSite(control.db, Date.now(), { domains: ['old.example'] })
    const { key, token } = await keys.create(site.id, { name: 'to be revoked' })
    const isKeyKnown = async (url: string) => {
      const answer = await fetch(`${url}/api/v1/visitor?visitorId=unknown`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.status !== 401
    }
    const isHostKnown = async (url: string) => {
      const answer = await fetch(`${url}/api/collect`, hitFrom(site.id, 'new.example'))
      return answer.headers.get('x-tributary-dropped') === null
    }
    // Every node has both in its memory.
    for (const { url } of nodes) {
      if (!(await isKeyKnown(url))) throw new Error('a new key is not known')
      if (await isHostKnown(url)) throw new Error('a hit of an unknown domain is accepted')
    }
    await keys.revoke(site.id, key.id)
    const keyTakenMs = await lastOfAll(nodes, ({ url }) => isKeyKnown(url))

    await updateSite(control, site.id, { domains: ['old.example', 'new.example'] })
    const settingMissedMs = await lastOfAll(nodes, async ({ url }) => !(await isHostKnown(url)))
    return { keyTakenMs, settingMissedMs }
  } finally {
    await keys.close()
    await control.close()
  }
}

function hitFrom(siteId: string, host: string): RequestInit {
  const body = { siteId, type: 'pageview', visitorId: 'unknown', url: `https://${host}/` }
  const headers = { ...browserHeaders, origin: `https://${host}` }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

const patienceMs = 30_000

/** When the last request began that still got the old state from any node, milliseconds from now. */
async function lastOfAll(nodes: readonly Node[], isStillSo: (node: Node) => Promise<boolean>) {
  const startMs = performance.now()
  const ofEach = await Promise.all(
    nodes.map(async (node) => {
      let lastMs = 0
      for (;;) {
        const askedMs = performance.now() - startMs
        if (!(await isStillSo(node))) return lastMs
        if (askedMs > patienceMs) throw new Error(`${node.url} never knew`)
        lastMs = askedMs
        await delay(10)
      }
    }),
  )
  return Math.max(...ofEach)
}
