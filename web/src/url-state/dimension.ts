import type { Dimension as ReportDimension } from '@tributary/contract/query.ts'

/** The panels of the site page with their tabs: a breakdown each, and the countries as a map. */
export const panelTabs = {
  traffic: ['channel', 'source', 'referrer', 'campaign', 'medium', 'term', 'content'],
  content: ['page', 'entryPage', 'exitPage', 'hostname'],
  places: ['map', 'country', 'region', 'city', 'language'],
  technology: ['device', 'browser', 'os'],
} as const satisfies Readonly<Record<string, readonly (ReportDimension | 'map')[]>>

export type PanelName = keyof typeof panelTabs
export type Tab = (typeof panelTabs)[PanelName][number]

/** What the figures can be broken down and filtered by. */
export type Dimension = Exclude<Tab, 'map'> | 'goal'

export const dimensions: readonly Dimension[] = [
  ...Object.values(panelTabs)
    .flat()
    .filter((tab) => tab !== 'map'),
  'goal',
]

export const panelNames = Object.keys(panelTabs) as PanelName[]

/** Whether a text from an address is a dimension. */
export function isDimension(text: string): text is Dimension {
  return (dimensions as readonly string[]).includes(text)
}
