import { useSyncExternalStore } from 'react'

/** Those that depend on providers' reports of fees and tax. */
export const costColumns = ['takeHome', 'fees', 'tax'] as const

/** The figures that a breakdown can show as columns, in the order they are shown. */
export const panelColumns = [
  'visitors',
  'revenue',
  ...costColumns,
  'sessions',
  'conversionRate',
  'revenuePerVisitor',
] as const
export type PanelColumn = (typeof panelColumns)[number]

export const isCost = (column: PanelColumn) => costColumns.some((one) => one === column)

/** What a person has chosen for all panels. Stored in this browser, like the theme. */
export interface PanelChoice {
  /** The sort order of rows; undefined until the person sorts. */
  order: PanelColumn | undefined
  columns: readonly PanelColumn[]
}

const key = 'tributary-panels'
const defaultColumns: readonly PanelColumn[] = ['visitors', 'revenue']
const listeners = new Set<() => void>()
let chosen: PanelChoice = readChoice()

/** The choice and the function to change it. */
export function usePanelChoice(): [PanelChoice, (change: Partial<PanelChoice>) => void] {
  return [useSyncExternalStore(listen, () => chosen), saveChoice]
}

/** The column with a name, if there is one. */
export function parseColumn(text: unknown): PanelColumn | undefined {
  return panelColumns.find((column) => column === text)
}

/** The columns in a list; undefined if it contains none. */
export function parseColumns(names: unknown): PanelColumn[] | undefined {
  if (!Array.isArray(names)) return undefined
  const known = panelColumns.filter((column) => names.includes(column))
  return known.length > 0 ? known : undefined
}

function saveChoice(change: Partial<PanelChoice>): void {
  chosen = { ...chosen, ...change }
  try {
    localStorage.setItem(key, JSON.stringify(chosen))
  } catch {
    // Storage is disabled: the choice holds until the page is left.
  }
  for (const listener of listeners) listener()
}

function readChoice(): PanelChoice {
  try {
    const { order, columns } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return { order: parseColumn(order), columns: parseColumns(columns) ?? defaultColumns }
  } catch {
    return { order: undefined, columns: defaultColumns }
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
