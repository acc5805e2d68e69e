import { cpus, totalmem } from 'node:os'

/** One line of the report: what was measured, the result, and the design's bounds. */
export interface Row {
  what: string
  measured: string
  floor?: string
  aim?: string
}

/** The machine that the figures were taken on, in one line. */
export function machine(): string {
  const processors = cpus()
  const memoryGib = Math.round(totalmem() / 2 ** 30)
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, ${memoryGib} GiB, Node ${process.version}, load generator on the same machine`
}

/** A Markdown table, ready for docs/performance.md. */
export function table(title: string, rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, measured, floor = '', aim = '' }) => `| ${what} | ${measured} | ${floor} | ${aim} |`,
  )
  return [`\n### ${title}\n`, '| | measured | floor | aim |', '|---|--:|--:|--:|', ...lines].join(
    '\n',
  )
}

/** Thousands with separators, such as 15,230. */
export const count = (value: number) => Math.round(value).toLocaleString('en-US')

export const milliseconds = (value: number) =>
  `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** The smallest value that at least this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** How long something took, milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** Processor time of this process since `process.cpuUsage()` gave `since`, milliseconds. */
export function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
