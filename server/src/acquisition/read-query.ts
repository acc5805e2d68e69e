import { type ClickId, knownClickIds } from '../data/click-ids.ts'
import { queryParameters } from '../data/query-parameters.ts'
import { returnMarks } from '../data/return-hosts.ts'
import { cleanText } from './clean-text.ts'
import { isSecretName, looksPersonal } from './personal-data.ts'

/** What a landing address says about the source of the visit, and the rest of its query. */
export interface LandingQuery {
  /** The parameters worth storing, as they were written, without `?`. */
  retained: string
  source: string
  medium: string
  campaign: string
  term: string
  content: string
  /** `ref`, `source` or `via`: weaker than `utm_source`, since sites use these for other purposes too. */
  mention: string
  clickId: ClickId | undefined
  /** Whether this is the address to which a checkout returns its customer. */
  hasReturnMark: boolean
}

const empty: Readonly<LandingQuery> = Object.freeze({
  retained: '',
  source: '',
  medium: '',
  campaign: '',
  term: '',
  content: '',
  mention: '',
  clickId: undefined,
  hasReturnMark: false,
})

const utm = {
  utm_source: 'source',
  utm_medium: 'medium',
  utm_campaign: 'campaign',
  utm_term: 'term',
  utm_content: 'content',
} as const

const mentions = ['ref', 'source', 'via']
const clickIdRank = new Map(knownClickIds.map((clickId, rank) => [clickId.name, rank]))
const tracking = new Set(queryParameters.tracking)
const markedValues = new Map<string, string>(Object.entries(returnMarks.parameters))

/** Reads a query (with or without its `?`) once: campaign, click id, return marks, and the rest. */
export function readQuery(search: string): Readonly<LandingQuery> {
  if (search === '' || search === '?') return empty
  const read: LandingQuery = { ...empty }
  const names = new Set<string>()
  const retained: string[] = []
  let mentionRank = mentions.length
  for (const pair of (search.startsWith('?') ? search.slice(1) : search).split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals)).toLowerCase()
    const value = equals === -1 ? '' : decoded(pair.slice(equals + 1))
    names.add(name)
    if (Object.hasOwn(utm, name)) {
      read[utm[name as keyof typeof utm]] ||= campaignText(value)
    } else if (value !== '' && mentions.includes(name) && mentions.indexOf(name) < mentionRank) {
      mentionRank = mentions.indexOf(name)
      read.mention = campaignText(value)
    } else if (value !== '' && clickIdRank.has(name)) {
      read.clickId = stronger(read.clickId, clickIdRank.get(name))
    }
    const begin = markedValues.get(name)
    if (begin !== undefined && value !== '' && value.startsWith(begin)) read.hasReturnMark = true
    if (isRetained(name, value)) retained.push(pair)
  }
  read.hasReturnMark ||= returnMarks.pairs.some((pair) => pair.every((name) => names.has(name)))
  read.retained = retained.join('&')
  return read
}

function isRetained(name: string, value: string): boolean {
  return !(
    tracking.has(name) ||
    clickIdRank.has(name) ||
    queryParameters.trackingPrefixes.some((prefix) => name.startsWith(prefix)) ||
    isSecretName(name) ||
    looksPersonal(value)
  )
}

function stronger(known: ClickId | undefined, rank: number | undefined): ClickId | undefined {
  const found = rank === undefined ? undefined : knownClickIds[rank]
  if (known === undefined || found === undefined) return known ?? found
  return knownClickIds.indexOf(known) <= (rank ?? 0) ? known : found
}

const longestCampaignText = 255

/** Campaign values are compared, so they are lower-case; an absurdly long one is truncated, not refused. */
export function campaignText(value: string): string {
  return cleanText(value).slice(0, longestCampaignText).toWellFormed().toLowerCase()
}

function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    // A stray percent sign: the text is used as it is.
    return spaced
  }
}
