import { type Model, models } from '@tributary/contract/query.ts'
import { splitMinor, touchWeights } from '../../server/src/attribution/models.ts'
import {
  addJourney,
  conversion,
  noConversion,
  removalEffects,
  type Transitions,
} from '../../server/src/attribution/removal-effects.ts'
import { dayMs } from '../../server/src/time/durations.ts'
import { report } from '../../web/src/texts/en/report.ts'

// The worked example of docs/guide/attribution.md, computed by the code that computes reports.

const amountMinor = 10_000

/** The visits of the worked journey. */
export const visits = [
  { daysBefore: 21, channel: 'Organic Social' },
  { daysBefore: 14, channel: 'Organic Search' },
  { daysBefore: 7, channel: 'Email' },
  { daysBefore: 2, channel: 'Organic Search' },
  { daysBefore: 0, channel: 'Direct' },
]

/** The Markov model's input: journeys of a range, and how many of each ended with a payment. */
const journeys = [
  { channels: ['Organic Search'], paid: 80, notPaid: 2400 },
  { channels: ['Organic Social'], paid: 20, notPaid: 1200 },
  { channels: ['Organic Social', 'Organic Search'], paid: 60, notPaid: 600 },
  { channels: ['Organic Search', 'Email'], paid: 90, notPaid: 300 },
  { channels: ['Referral'], paid: 30, notPaid: 500 },
  { channels: ['Paid Search', 'Email'], paid: 40, notPaid: 400 },
]

/** The page's tables by the names of their placeholders. */
export function attributionTables(): Record<string, string> {
  const effects = [...effectsOfJourneys()].map(([channel, lost]) => [
    channel,
    `${(lost * 100).toFixed(1)} %`,
  ])
  return {
    visits: table(
      ['Visit', 'Days before', 'Channel'],
      visits.map(({ daysBefore, channel }, index) => [index + 1, daysBefore, channel]),
    ),
    models: table(
      ['Model', ...visits.map(({ channel }, index) => `Visit ${index + 1}, ${channel}`)],
      models.map((model) => [report.models[model], ...partsBy(model).map(formatAmount)]),
    ),
    journeys: table(
      ['Journey', 'Paid', 'Did not pay'],
      journeys.map(({ channels, paid, notPaid }) => [channels.join(' → '), paid, notPaid]),
    ),
    effects: table(['Channel removed', 'Payments lost'], effects),
  }
}

/** Each model's parts as a bar of five colours, one for each visit. */
export function attributionPicture(): string {
  const colours = ['#8a5a00', '#0b6e7f', '#7049b8', '#41b6c8', '#a9b8bb']
  const [left, unit, rowHeight, top] = [170, 5, 34, 44]
  const height = top + models.length * rowHeight + 6
  const places = [16, 160, 304, 392, 536]
  const legend = visits.map(({ channel }, index) => {
    const x = places[index] ?? 0
    return `<rect x="${x}" y="12" width="12" height="12" rx="2" fill="${colours[index]}"/><text x="${x + 18}" y="22">${index + 1} ${channel}</text>`
  })
  const bars = models.flatMap((model, row) => {
    const y = top + row * rowHeight
    let x = left
    const rects = partsBy(model).map((minor, index) => {
      const width = (minor / 100) * unit
      const rect = `<rect x="${round(x)}" y="${y}" width="${round(width)}" height="22" fill="${colours[index]}"/>`
      x += width
      return minor === 0 ? '' : rect
    })
    return [`<text x="16" y="${y + 15}">${report.models[model]}</text>`, ...rects]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#0e2126">
<title>One payment of 100.00, divided by eight attribution models</title>
<rect width="690" height="${height}" rx="8" fill="#ffffff"/>
${[...legend, ...bars].filter((part) => part !== '').join('\n')}
</svg>
`
}

/** The credit of each visit by a model, in minor units. */
export function partsBy(model: Model): number[] {
  const touches = visits.map(({ daysBefore, channel }) => ({
    atMs: -daysBefore * dayMs,
    isDirect: channel === 'Direct',
    channel,
  }))
  return splitMinor(
    amountMinor,
    touchWeights(model, touches, { removalEffects: effectsOfJourneys() }),
  )
}

function effectsOfJourneys(): Map<string, number> {
  const transitions: Transitions = new Map()
  for (const { channels, paid, notPaid } of journeys) {
    addJourney(transitions, channels, { end: conversion, count: paid })
    addJourney(transitions, channels, { end: noConversion, count: notPaid })
  }
  return removalEffects(transitions)
}

function table(head: string[], rows: (string | number)[][]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function formatAmount(minor: number): string {
  return (minor / 100).toFixed(2)
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
