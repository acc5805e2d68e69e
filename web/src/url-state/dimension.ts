import type { Dimension as ReportDimension } from '@tributary/contract/query.ts'

/** The panels of the site page and, in each, what it can break the figures down by. */
export const panelDimensions = {
  traffic: ['channel', 'source', 'campaign'],
  content: ['page', 'entryPage'],
  places: ['country'],
  technology: ['device', 'browser', 'os'],
} as const satisfies Readonly<Record<string, readonly ReportDimension[]>>

export type PanelName = keyof typeof panelDimensions
export type Dimension = (typeof panelDimensions)[PanelName][number]

const dimensions: readonly string[] = Object.values(panelDimensions).flat()

export const panelNames = Object.keys(panelDimensions) as PanelName[]

/** Whether a text from an address names something the figures can be broken down by. */
export function isDimension(text: string): text is Dimension {
  return dimensions.includes(text)
}
