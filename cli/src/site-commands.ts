import { commandLine } from '@tributary/server/audit/actor.ts'
import { identityKey } from '@tributary/server/identities/identity-key.ts'
import type { Site } from '@tributary/server/site.ts'
import { updateSite } from '@tributary/server/site-settings/change-site.ts'
import { createSite, getSite, listSites } from '@tributary/server/sites/manage-sites.ts'
import { presentSite } from '@tributary/server/sites/present.ts'
import { eraseSite } from '@tributary/server/visitors/erase-site.ts'
import type { Command } from 'commander'
import { auditAction } from './audit-action.ts'
import { type Answer, type Give, table } from './print.ts'
import { readSettings, settingNames } from './site-settings.ts'
import { withControl } from './with-control.ts'
import { withLedger } from './with-ledger.ts'

interface CreateOptions {
  domain: string
  name?: string
  timezone?: string
  currency?: string
}

const ends = {
  reset: { what: 'delete all that was collected and keep the settings', done: 'was reset' },
  delete: { what: 'delete a site with everything that belongs to it', done: 'was deleted' },
}

/** `site …`: the tracked websites and their settings. */
export function siteCommands(program: Command, give: Give): void {
  const site = program.command('site').description('tracked websites')

  site
    .command('create')
    .description('add a site')
    .requiredOption('--domain <domain>', 'its host name, such as example.com')
    .option('--name <name>', 'display name (default: the domain)')
    .option('--timezone <zone>', 'of its reports, such as Europe/Berlin (default: UTC)')
    .option('--currency <code>', 'of its reports, such as EUR (default: USD)')
    .action(async ({ domain, ...settings }: CreateOptions) => {
      const made = await withControl(async (store) => {
        const added = await createSite(store.db, Date.now(), { ...settings, domains: [domain] })
        const object = { id: added.id, name: added.name }
        await auditAction(store, { action: 'site.made', siteId: added.id, object })
        return added
      })
      give({ json: jsonOf(made), text: `Site ${made.id} for ${made.domains.join(', ')}` })
    })

  site
    .command('list')
    .description('list all sites')
    .action(async () => give(listAnswer(await withControl(listSites))))

  for (const whole of ['reset', 'delete'] as const) {
    site
      .command(whole)
      .description(`${ends[whole].what}; cannot be undone`)
      .argument('<site>', 'its id')
      .requiredOption('--confirm <name>', "the site's name, as `site list` tells it")
      .action(async (siteId: string, { confirm }: { confirm: string }) => {
        const end = { siteId, whole, confirm, by: commandLine }
        await withControl((store) => eraseSite(store, end, Date.now()))
        const text = `Site ${siteId} ${ends[whole].done}. A running server removes its events within seconds; otherwise the next start does`
        give({ json: { siteId, [whole]: true }, text })
      })
  }

  site
    .command('identity-key')
    .description('print the key that signs identify calls, or replace it')
    .argument('<site>', 'its id')
    .option('--roll', 'replace it; signatures made with the old key become invalid')
    .action(async (siteId: string, { roll = false }: { roll?: boolean }) => {
      const identityKeyOf = await withLedger(async ({ control, secrets }) => {
        const current = await getSite(control, siteId)
        if (!roll) return identityKey(secrets, current)
        const next = { identityKeyVersion: current.identityKeyVersion + 1 }
        const audit = { by: commandLine, nowMs: Date.now() }
        return identityKey(secrets, await updateSite(control, siteId, next, audit))
      })
      give({ json: { siteId, identityKey: identityKeyOf }, text: identityKeyOf })
    })

  site
    .command('set')
    .description(`change settings: ${settingNames.join(', ')}`)
    .argument('<site>', 'its id')
    .argument('<settings...>', 'such as identification=on timezone=Europe/Berlin')
    .action(async (siteId: string, words: string[]) => {
      const settings = readSettings(words)
      const changed = await withControl((store) =>
        updateSite(store, siteId, settings, { by: commandLine, nowMs: Date.now() }),
      )
      const lines = Object.entries(presentSite(changed)).map(([name, value]) => `${name}: ${value}`)
      give({ json: jsonOf(changed), text: lines.join('\n') })
    })
}

function listAnswer(sites: Site[]): Answer {
  const rows = sites.map((site) => [
    site.id,
    site.name,
    site.domains.join(','),
    site.timezone,
    site.currency,
  ])
  return {
    json: { sites: sites.map(jsonOf) },
    text: table(['id', 'name', 'domains', 'timezone', 'currency'], rows),
  }
}

/** The id is also included under the name that other commands' answers use. */
function jsonOf(site: Site) {
  return { ...presentSite(site), siteId: site.id, domain: site.domains[0] }
}
