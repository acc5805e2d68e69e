import { internal } from '../../acquisition/read-landing.ts'
import type { SiteGoalRule } from '../../site.ts'
import type { StoredEvent } from '../../store/events/event.ts'
import { fitsWildcard } from '../../wildcard.ts'

/** The goals that the tracker sends for links; rules of these kinds look at their property `url`. */
export const linkGoals = { link: 'outbound-link', download: 'download' } as const

/**
 * A hit and the goals that the site's rules derive from it, each name once, at the same moment in the same visit.
 */
export function withDerivedGoals(
  rules: readonly SiteGoalRule[],
  event: StoredEvent,
): StoredEvent[] {
  if (rules.length === 0) return [event]
  const names = new Set(rules.filter((rule) => isReached(rule, event)).map(({ goal }) => goal))
  const properties = event.kind === 'goal' ? event.properties : ''
  const goals = [...names].map(
    (name): StoredEvent => ({
      ...event,
      // Its hit has the source of the visit.
      ...internal,
      ...{ kind: 'goal', name, value: null, properties, returnLanding: '', derived: true },
    }),
  )
  return [event, ...goals]
}

/** Careful: `goals/queries/derived-goals.ts` has the same condition in SQL. */
function isReached({ kind, pattern }: SiteGoalRule, event: StoredEvent): boolean {
  if (kind === 'page') return event.kind === 'pageview' && fitsWildcard(pattern, event.path)
  if (kind !== 'link' && kind !== 'download') return false
  const isLink = event.kind === 'goal' && event.name === linkGoals[kind]
  return isLink && fitsWildcard(pattern, linkOf(event.properties))
}

function linkOf(properties: string): string {
  if (properties === '') return ''
  const { url } = JSON.parse(properties) as { url?: unknown }
  return typeof url === 'string' ? url.replace(/^https?:\/\//, '') : ''
}
