import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import { builtFolders } from '../../http/static-files.ts'
import type { SiteDirectory } from '../../sites/find-site.ts'
import type { Secrets } from '../../store/control/secrets.ts'
import { readPick } from './element-picks.ts'
import { siteScript } from './site-script.ts'

/** What the parts of the script are made of. */
export interface ScriptDeps {
  sites: SiteDirectory
  secrets: Secrets
  clock: Clock
}

/**
 * The parts of the tracker that only some pages load, if the response to a page view names them: a site's own goals,
 * and the element picker for people with a token. Each starts with its data.
 */
export function scriptPartRoutes(
  app: FastifyInstance,
  { sites, secrets, clock }: ScriptDeps,
  folder = join(builtFolders.tracker, 'parts'),
): void {
  if (!existsSync(join(folder, 'goals.js'))) return
  const [goals, picker] = ['goals.js', 'pick.js'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  )

  app.get('/js/goals.js', async (request, reply) => {
    const query = queryOf(request)
    const site = await sites.find(query.split('.')[0] ?? '')
    if (site === undefined) throw new AppError('not-found', 'Site not found')
    const { rules, address } = siteScript(site)
    // Another node may know newer rules, whose script must not be cached under the address of older ones.
    const isNamed = address.endsWith(`?${query}`)
    const cache = isNamed ? 'public, max-age=31536000, immutable' : 'no-cache'
    return script(reply, cache, `const goalRules=${JSON.stringify(rules)};${goals}`)
  })

  app.get('/js/pick.js', async (request, reply) => {
    const pick = readPick(secrets, queryOf(request))
    if (pick === undefined || pick.untilMs < clock.now()) {
      throw new AppError('not-found', 'This link has expired')
    }
    const { origin, language } = pick
    return script(reply, 'no-store', `const pick=${JSON.stringify({ origin, language })};${picker}`)
  })
}

function queryOf({ url }: FastifyRequest): string {
  return url.slice(url.indexOf('?') + 1)
}

/** A module for pages of other origins. */
function script(reply: FastifyReply, cacheControl: string, code: string) {
  return reply
    .header('Content-Type', 'text/javascript; charset=utf-8')
    .header('Cache-Control', cacheControl)
    .header('Access-Control-Allow-Origin', '*')
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .send(code)
}
