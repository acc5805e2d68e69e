import { createHash } from 'node:crypto'
import type { SpendRow, SpendRowInput } from '@tributary/contract/spend.ts'
import { campaignText } from '../acquisition/read-query.ts'
import { sourceByName } from '../acquisition/referrer.ts'
import { AppError } from '../errors.ts'
import { findCurrency } from '../money/currencies.ts'
import { toMajorUnits, toMinorUnits } from '../money/money.ts'
import type { Site } from '../site.ts'
import type { AdSpend } from './spend-rows.ts'

/**
 * A reported row as it is stored. Values are normalised as those of sessions, so that they match in reports: a
 * campaign "Autumn Sale" is "autumn sale" there. Throws an `invalid` that begins with `name`.
 */
export function readSpendRow(
  input: SpendRowInput,
  site: Pick<Site, 'id' | 'currency'>,
  { name, nowMs }: { name: string; nowMs: number },
): AdSpend {
  const refuse = (problem: string) => new AppError('invalid', `${name}${problem}`)
  const source = sourceByName(campaignText(input.source))
  if (source === '') throw refuse('source must not be empty')
  const currency = findCurrency(input.currency ?? site.currency)
  if (currency === undefined) throw refuse('currency must be an ISO 4217 code such as USD')
  const amount = toMinorUnits(input.amount, currency)
  if ('problem' in amount) {
    throw refuse(
      amount.problem === 'too-large'
        ? 'amount must have at most 15 digits'
        : `amount has more decimals than ${currency} has`,
    )
  }
  const words = {
    day: input.day,
    source,
    medium: campaignText(input.medium ?? ''),
    campaign: campaignText(input.campaign ?? ''),
    term: campaignText(input.term ?? ''),
    content: campaignText(input.content ?? ''),
  }
  return {
    site_id: site.id,
    id: spendIdOf(words),
    ...words,
    currency,
    amount_minor: amount.amountMinor,
    clicks: input.clicks ?? null,
    impressions: input.impressions ?? null,
    updated_ms: nowMs,
  }
}

/** The same for rows of the same day and words. */
function spendIdOf(words: {
  day: string
  source: string
  medium: string
  campaign: string
  term: string
  content: string
}): string {
  const { day, source, medium, campaign, term, content } = words
  const name = JSON.stringify([day, source, medium, campaign, term, content])
  return `spend_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
}

export function presentSpend(row: AdSpend): SpendRow {
  const { id: spendId, day, source, medium, campaign, term, content, currency } = row
  return {
    spendId,
    day,
    source,
    medium,
    campaign,
    term,
    content,
    currency,
    amount: toMajorUnits(row.amount_minor, currency),
    clicks: row.clicks,
    impressions: row.impressions,
  }
}
