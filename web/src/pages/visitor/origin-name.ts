import { labelOf } from '../../format/dimension-label.ts'

interface Origin {
  channel: string
  source: string
  campaign: string
}

/** Where a visit came from: its source with the campaign, or its channel if it has none. */
export function originName({ source, channel, campaign }: Origin): string {
  return [source ? labelOf('source', source) : labelOf('channel', channel), campaign]
    .filter(Boolean)
    .join(' · ')
}
