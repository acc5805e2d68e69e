import { createHash } from 'node:crypto'
import type { TrackedSite } from '../../site.ts'

/** Goals that the page itself has to detect: each name with the selector of what is clicked or submitted. */
type PageRules = [goal: string, selector: string][]

interface SiteScript {
  /** The address of the script; empty without such goals. */
  address: string
  rules: PageRules
}

/** Made once each time a site's settings are read, which hits of the same second share. */
const made = new WeakMap<TrackedSite, SiteScript>()

/**
 * The part of the tracker that detects a site's own goals. Changed rules get another address, so it is cached for
 * good.
 */
export function siteScript(site: TrackedSite): SiteScript {
  const known = made.get(site)
  if (known !== undefined) return known
  const rules = site.goalRules.flatMap(({ goal, kind, pattern }): PageRules => {
    if (kind === 'form') return [[goal, `form[id="${pattern}"]`]]
    return kind === 'selector' ? [[goal, pattern]] : []
  })
  const version = createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 12)
  const script = { rules, address: rules.length === 0 ? '' : `/js/goals.js?${site.id}.${version}` }
  made.set(site, script)
  return script
}
