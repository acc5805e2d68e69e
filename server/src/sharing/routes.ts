import { shareOperations } from '@tributary/contract/operations/app-share.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../account.ts'
import type { Config } from '../config.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import type { Secrets } from '../store/control/secrets.ts'
import {
  listShares,
  makeShare,
  renewShareToken,
  revokeShare,
  showShareToken,
} from './manage-shares.ts'
import { presentShare } from './share.ts'

/** What share links need. */
export interface ShareDeps extends Serving {
  config: Config
  secrets: Secrets
}

/** A site's share links, created, listed and revoked by its admins. */
export function shareRoutes(app: FastifyInstance, deps: ShareDeps): void {
  const { clock, control, config } = deps
  // Nothing after # is sent to servers, so no proxy's log contains the token; the id determines the page's headers.
  const linkOf = (id: string, token: string) => `${config.publicUrl}/share/${id}#${token}`
  const actorOf = (account: Account) => ({ account, nowMs: clock.now() })

  serveOperations(app, deps, shareOperations, {
    'GET /api/app/sites/:siteId/shares': async ({ site }) => ({
      shares: (await listShares(control, site.id)).map(presentShare),
    }),

    'POST /api/app/sites/:siteId/shares': async ({ site, person, body }) => {
      const { share, token } = await makeShare(deps, site.id, body, actorOf(person))
      return { share: presentShare(share), link: linkOf(share.id, token) }
    },

    'GET /api/app/sites/:siteId/shares/:shareId/link': async ({ site, params }) => {
      const token = await showShareToken(deps, { siteId: site.id, id: params.shareId })
      return { link: token === undefined ? null : linkOf(params.shareId, token) }
    },

    'POST /api/app/sites/:siteId/shares/:shareId/link': async ({ site, person, params }) => {
      const place = { siteId: site.id, id: params.shareId }
      const token = await renewShareToken(deps, place, actorOf(person))
      return { link: linkOf(params.shareId, token) }
    },

    'DELETE /api/app/sites/:siteId/shares/:shareId': async ({ site, person, params }) => {
      const share = { siteId: site.id, id: params.shareId }
      await revokeShare(control, share, actorOf(person))
      return { message: 'Share link revoked' }
    },
  })
}
