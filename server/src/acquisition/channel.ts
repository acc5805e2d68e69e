import { kindOfSource } from './known-sources.ts'

/** Every channel a visit can have, in the order in which their rules are tried. */
export const channels = [
  'Cross-network',
  'Paid Shopping',
  'Paid Search',
  'Paid Social',
  'Paid Video',
  'Display',
  'Paid Other',
  'AI Assistant',
  'Organic Shopping',
  'Organic Social',
  'Organic Video',
  'Organic Search',
  'Email',
  'Affiliates',
  'Audio',
  'SMS',
  'Mobile Push',
  'Referral',
  'Direct',
] as const

export type Channel = (typeof channels)[number]

/** What a channel is derived from. All text is lower-case. */
export interface ChannelFacts {
  source: string
  medium: string
  campaign: string
  /** Whether the link carried a click id that exists only on paid clicks. */
  hasPaidClick: boolean
}

const paidMedium = /^(?:.*cp.*|ppc|retargeting|paid.*)$/
const shopCampaign = /^(?:.*(?:(?:[^a-df-z]|^)shop|shopping).*)$/
const displayMedium = /^(?:display|banner|expandable|interstitial|cpm)$/
const socialMedium = /^(?:social(?:[- ](?:network|media))?|sm)$/
const emailWord = /^(?:e[-_ ]?mail|newsletter)$/

/** The channel of a visit: the first rule that matches, in the order of `channels`. */
export function channelOf({ source, medium, campaign, hasPaidClick }: ChannelFacts): Channel {
  const kind = kindOfSource(source)
  const isShopping = kind === 'shopping' || shopCampaign.test(campaign)
  if (campaign.includes('cross-network')) return 'Cross-network'
  if (hasPaidClick || paidMedium.test(medium)) {
    if (isShopping) return 'Paid Shopping'
    if (kind === 'search') return 'Paid Search'
    if (kind === 'social') return 'Paid Social'
    if (kind === 'video') return 'Paid Video'
    return displayMedium.test(medium) ? 'Display' : 'Paid Other'
  }
  if (displayMedium.test(medium)) return 'Display'
  if (kind === 'ai' || medium === 'ai-assistant') return 'AI Assistant'
  if (isShopping) return 'Organic Shopping'
  if (kind === 'social' || socialMedium.test(medium)) return 'Organic Social'
  if (kind === 'video' || medium.includes('video')) return 'Organic Video'
  if (kind === 'search' || medium === 'organic') return 'Organic Search'
  if (kind === 'email' || emailWord.test(source) || emailWord.test(medium)) return 'Email'
  if (medium === 'affiliate' || medium === 'affiliates') return 'Affiliates'
  if (medium === 'audio') return 'Audio'
  if (medium === 'sms' || source === 'sms') return 'SMS'
  if (isPush(source, medium)) return 'Mobile Push'
  return source === '' && !/^(?:referral|app|link)$/.test(medium) ? 'Direct' : 'Referral'
}

function isPush(source: string, medium: string): boolean {
  return (
    medium.endsWith('push') ||
    medium.includes('mobile') ||
    medium.includes('notification') ||
    source === 'firebase'
  )
}
