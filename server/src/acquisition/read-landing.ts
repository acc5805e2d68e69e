import { type ClickId, metaSources } from '../data/click-ids.ts'
import type { SourceKind } from '../data/source-list.ts'
import type { Acquisition } from '../store/events/event.ts'
import { channelOf } from './channel.ts'
import { kindOfSource } from './known-sources.ts'
import { isOwnHost } from './own-host.ts'
import type { PageAddress } from './page-address.ts'
import type { LandingQuery } from './read-query.ts'
import { type Referrer, readReferrer, sourceByName, sourceOfMention } from './referrer.ts'

/** How a hit reached its page, as far as the hit itself shows. */
export interface Landing {
  /** The acquisition; for a return, the one to use if there is no visit to continue. */
  acquisition: Readonly<Acquisition>
  /** Back from a checkout or a login, so the visitor's last visit continues if there is one. */
  isReturn: boolean
}

const nothing = {
  referrer: '',
  referrerHost: '',
  source: '',
  medium: '',
  campaign: '',
  term: '',
  content: '',
  clickId: '',
}

/** From a page of the same site: has no source. */
export const internal: Readonly<Acquisition> = Object.freeze({
  touch: 'internal',
  channel: '',
  ...nothing,
})

/** No referrer, no campaign. */
export const direct: Readonly<Acquisition> = Object.freeze({
  touch: 'direct',
  channel: 'Direct',
  ...nothing,
})

/** A campaign without a source is still a campaign. */
const unnamedSource = '(not set)'

const mediumOfKind: Record<SourceKind, string> = {
  search: 'organic',
  social: 'social',
  video: 'video',
  shopping: 'referral',
  email: 'email',
  ai: 'ai-assistant',
}

/**
 * Determines where a hit came from. In this order: a checkout's return mark, then campaign or click id, then the
 * referrer (own pages, checkouts and logins, all others), then `ref`, then nothing.
 */
export function readLanding(
  page: PageAddress,
  referrerText: string,
  domains: readonly string[],
): Landing {
  const { query } = page
  const referrer = readReferrer(referrerText)
  const isOwn =
    referrer !== undefined && (referrer.host === page.host || isOwnHost(domains, referrer.host))
  // A local machine is where a page is developed, not where visitors come from.
  const outside = isOwn || referrer?.role === 'local' ? undefined : referrer

  // The previous page is worth storing, but it is no source.
  const inside = isOwn ? { ...internal, referrer: referrer.url } : internal
  if (query.hasReturnMark) {
    const otherwise = isOwn ? inside : referred(outside)
    return { acquisition: otherwise, isReturn: true }
  }
  if (isTagged(query)) {
    const isUsable = outside !== undefined && outside.role === 'referring'
    return { acquisition: campaign(query, isUsable ? outside : undefined), isReturn: false }
  }
  if (isOwn) return { acquisition: inside, isReturn: false }
  if (outside !== undefined && outside.role !== 'referring') {
    return { acquisition: referred(outside), isReturn: true }
  }
  if (query.mention !== '') return { acquisition: campaign(query, outside), isReturn: false }
  return { acquisition: referred(outside), isReturn: false }
}

function isTagged(query: Readonly<LandingQuery>): boolean {
  return (
    query.clickId !== undefined ||
    query.source !== '' ||
    query.medium !== '' ||
    query.campaign !== '' ||
    query.term !== '' ||
    query.content !== ''
  )
}

/** The referrer alone. A checkout or login that this site did not send the visitor to is no source. */
function referred(outside: Referrer | undefined): Readonly<Acquisition> {
  if (outside === undefined || outside.role === 'passing') return direct
  if (outside.role === 'passing-or-referring' && !outside.hasPath) return direct
  const { source, kind } = outside
  const medium = kind === undefined ? 'referral' : mediumOfKind[kind]
  return {
    ...nothing,
    touch: 'source',
    referrer: outside.url,
    referrerHost: outside.host,
    source,
    medium,
    channel: channelOf({ source, medium, campaign: '', hasPaidClick: false }),
  }
}

/** Source: `utm_source`, else `ref`, else the click id's owner, else the referrer. */
function campaign(
  query: Readonly<LandingQuery>,
  outside: Referrer | undefined,
): Readonly<Acquisition> {
  const { clickId } = query
  const named = query.source ? sourceByName(query.source) : sourceOfMention(query.mention)
  const source = named || ownerOf(clickId, outside) || outside?.source || unnamedSource
  if (isDeclaredDirect(source, query)) return direct
  const medium = query.medium || impliedMedium(query, source, outside)
  const hasPaidClick = clickId?.paid === true
  return {
    touch: 'source',
    referrer: outside?.url ?? '',
    referrerHost: outside?.host ?? '',
    source,
    medium,
    campaign: query.campaign,
    term: query.term,
    content: query.content,
    channel: channelOf({ source, medium, campaign: query.campaign, hasPaidClick }),
    clickId: clickId?.name ?? '',
  }
}

function ownerOf(clickId: ClickId | undefined, outside: Referrer | undefined): string {
  if (clickId === undefined) return ''
  const isMeta = clickId.name === 'fbclid' && metaSources.includes(outside?.source ?? '')
  return isMeta ? (outside?.source ?? '') : clickId.source
}

function isDeclaredDirect(source: string, query: Readonly<LandingQuery>): boolean {
  return (
    (source === 'direct' || source === '(direct)') &&
    ['', 'none', '(none)', '(not set)'].includes(query.medium) &&
    query.clickId === undefined
  )
}

/** The medium of a link without one. A bare `utm_source` leaves it empty, as its author did. */
function impliedMedium(
  query: Readonly<LandingQuery>,
  source: string,
  outside: Referrer | undefined,
): string {
  if (query.clickId?.paid) return query.clickId.medium
  const kind = kindOfSource(source)
  if (kind === 'ai') return mediumOfKind.ai
  if (query.source !== '') return ''
  if (query.clickId !== undefined && query.mention === '') return query.clickId.medium
  if (query.mention === '' && outside === undefined) return ''
  return kind === undefined ? 'referral' : mediumOfKind[kind]
}
