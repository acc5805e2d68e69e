import { setTimeout as delay } from 'node:timers/promises'
import { apiKeys } from '@tributary/server/sites/api-keys.ts'
import { createSite, updateSite } from '@tributary/server/sites/manage-sites.ts'
import { openControlStore } from '@tributary/server/store/control/control-store.ts'
import { browserHeaders } from '../requests.ts'
import type { Cluster, Node } from './cluster.ts'

/** How long after a change in the control store the last of the nodes went by it. */
export interface ChangeTimes {
  keyRefusedMs: number
  settingFollowedMs: number
}

/** Ends a key and changes a site's settings behind the nodes' backs, and asks them all until they know. */
export async function measureChanges({ databaseUrl, nodes }: Cluster): Promise<ChangeTimes> {
  const control = await openControlStore({ databaseUrl, file: '' })
  const keys = apiKeys(control)
  try {
    // A site of its own, so that nothing of this is in the comparison.
    const site = await createSite(control.db, Date.now(), { domains: ['old.example'] })
    const { key, token } = await keys.create(site.id, { name: 'to be revoked' })
    const isKeyKnown = async (url: string) => {
      const answer = await fetch(`${url}/api/v1/visitor?visitorId=nobody`, {
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
      if (await isHostKnown(url)) throw new Error('a domain is taken that is nobody’s')
    }
    await keys.revoke(site.id, key.id)
    const revokedMs = performance.now()
    await untilAll(nodes, async ({ url }) => !(await isKeyKnown(url)))
    const keyRefusedMs = performance.now() - revokedMs

    await updateSite(control, site.id, { domains: ['old.example', 'new.example'] })
    const changedMs = performance.now()
    await untilAll(nodes, ({ url }) => isHostKnown(url))
    return { keyRefusedMs, settingFollowedMs: performance.now() - changedMs }
  } finally {
    await keys.close()
    await control.close()
  }
}

function hitFrom(siteId: string, host: string): RequestInit {
  const body = { siteId, type: 'pageview', visitorId: 'nobody', url: `https://${host}/` }
  const headers = { ...browserHeaders, origin: `https://${host}` }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

const patienceMs = 30_000

async function untilAll(nodes: readonly Node[], isSo: (node: Node) => Promise<boolean>) {
  const startMs = performance.now()
  for (const node of nodes) {
    while (!(await isSo(node))) {
      if (performance.now() - startMs > patienceMs) throw new Error(`${node.url} never knew`)
      await delay(10)
    }
  }
}
