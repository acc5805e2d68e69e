import type { ImportData, ImportReport } from '@tributary/contract/data-import.ts'
import { table } from './print.ts'

const parts = ['events', 'identities', 'payments', 'links', 'duplicates', 'days'] as const

/** The contents of a file, or what was added from it: `Found events 71 (70 new), payments 6 (6 new)`. */
export function reportLines(verb: 'Found' | 'Added', report: ImportReport): string {
  const counts = parts
    .filter((part) => report[part].found > 0)
    .map((part) =>
      verb === 'Found'
        ? `${part} ${report[part].found} (${report[part].new} new)`
        : `${part} ${report[part].new}`,
    )
  const { firstDay, lastDay, notes } = report
  const days = firstDay === null ? '' : `, ${firstDay} to ${lastDay}`
  const what = counts.length === 0 ? 'nothing' : counts.join(', ')
  return [`${verb} ${what}${days}`, ...notes.map(({ message }) => `Note: ${message}`)].join('\n')
}

/** Why an import failed, and which lines could not be read. */
export function problemLines({ problem, preview, result }: ImportData): string {
  const { count, examples } = (result ?? preview)?.problems ?? { count: 0, examples: [] }
  const more = count - examples.length
  return [
    ...(problem === null ? [] : [problem]),
    ...examples.map(({ file, line, message }) =>
      [file, `line ${line}: ${message}`].filter(Boolean).join(', '),
    ),
    ...(more > 0 ? [`and ${more} more lines`] : []),
  ].join('\n')
}

/** An import's progress. Undoing reports none. */
export function progressLine({ state, bytesRead, result, preview }: ImportData): string {
  if (state === 'undoing') return 'undoing…'
  const report = state === 'running' ? result : preview
  return `${state}: ${(bytesRead / 1e6).toFixed(1)} MB read, ${report?.events.new ?? 0} new events`
}

/** Imports with their results. */
export function importTable(imports: readonly ImportData[]): string {
  return table(
    ['Import', 'Begun', 'Format', 'State', 'Events', 'File'],
    imports.map(({ id, createdAt, format, state, result, fileName }) => [
      id,
      createdAt,
      format,
      state,
      String(result?.events.new ?? 0),
      fileName,
    ]),
  )
}
