import type { Model } from '@tributary/contract/query.ts'
import { channels } from '../../acquisition/channel.ts'
import {
  addJourney,
  addTransition,
  conversion,
  journeyStart,
  noConversion,
  removalEffects,
  type Transitions,
} from '../../attribution/removal-effects.ts'
import type { Engine } from '../../store/events/engine.ts'
import type { DateRange } from '../date-range.ts'
import { type ChannelStep, channelSteps } from '../queries/channel-steps.ts'
import type { ReportScope } from '../question.ts'
import { type CreditingRule, countedTouches, pathOf } from './credit-money.ts'
import { type MoneyWithTouches, moneyWithTouches } from './money-with-touches.ts'

/** The fewest conversions for Markov's chain: below, the effects are noise. */
export const enoughForMarkov = { conversions: 300, channels: 5 } as const

export interface ChosenRule {
  rule: CreditingRule
  /** The model that is used instead of the requested one, and why. */
  fallback: { used: Model; reason: string } | undefined
}

/** What Markov's chain is made of: the journeys that ended with money, and the steps of all others. */
export interface Journeys extends MoneyWithTouches {
  steps: readonly ChannelStep[]
}

/**
 * Reads all journeys of a range, whatever the question's filters: the worth of a channel must not depend on whose
 * money is looked at. `own` is the question's money, which is all if it has no filters of payments.
 */
export async function readJourneys(
  engine: Engine,
  scope: ReportScope,
  { range, own }: { range: DateRange; own: Promise<MoneyWithTouches> },
): Promise<Journeys> {
  const { siteId: site, includeDirect, filters } = scope
  const { fromMs, toMs } = range
  const asked = { site, fromMs, toMs, includeDirect }
  const [steps, money] = await Promise.all([
    channelSteps(engine, asked, { channels, unnamed: 'Direct' }),
    filters.payments.length === 0 ? own : allMoney(engine, scope, { range }),
  ])
  return { ...money, steps }
}

/** The rule by which a question's money is credited. `journeys` are there if any question is about Markov. */
export function ruleFor(scope: ReportScope, journeys: Journeys | undefined): ChosenRule {
  const { model, lookbackDays, includeDirect } = scope
  const rule = { model, lookbackDays, includeDirect }
  if (model !== 'markov') return { rule, fallback: undefined }
  if (journeys === undefined) throw new TypeError('Markov was asked for without journeys')
  const { transitions, conversions, channelsUsed } = convertedJourneys(scope, journeys)
  if (conversions < enoughForMarkov.conversions || channelsUsed < enoughForMarkov.channels) {
    const reason = `Markov needs ${enoughForMarkov.conversions} linked payments that are no renewals, over ${enoughForMarkov.channels} channels, in the range; there are ${conversions} over ${channelsUsed}.`
    return { rule: { ...rule, model: 'linear' }, fallback: { used: 'linear', reason } }
  }
  for (const { from = journeyStart, to = noConversion, count } of journeys.steps) {
    addTransition(transitions, { from, to, count })
  }
  return { rule: { ...rule, removalEffects: removalEffects(transitions) }, fallback: undefined }
}

/** The money of everybody, with their touches. */
function allMoney(engine: Engine, scope: ReportScope, { range }: { range: DateRange }) {
  const unfiltered = { ...scope, dimensions: [], filters: { visits: [], hits: [], payments: [] } }
  const { fromMs, toMs } = range
  const part = { fromMs, toMs }
  return moneyWithTouches(engine, unfiltered, { part, range })
}

/** The paths over channels that ended with a payment. Renewals are left out: they follow their first payment's. */
function convertedJourneys(
  { lookbackDays, includeDirect }: ReportScope,
  { movements, touches }: MoneyWithTouches,
) {
  const transitions: Transitions = new Map()
  const used = new Set<string>()
  let conversions = 0
  for (const movement of movements) {
    const { kind, renewal, amountMinor, pathAt } = movement
    if (kind !== 'payment' || renewal || amountMinor <= 0) continue
    const all = countedTouches(pathOf(movement, touches), pathAt, { model: 'markov', lookbackDays })
    const sources = all.filter(({ isDirect }) => includeDirect || !isDirect)
    const journey = (sources.length > 0 ? sources : all).map(({ channel }) => channel)
    if (journey.length === 0) continue
    conversions += 1
    for (const channel of journey) used.add(channel)
    addJourney(transitions, journey, { end: conversion, count: 1 })
  }
  return { transitions, conversions, channelsUsed: used.size }
}
