// Lists shipped packages with a known vulnerability, and the date by which each must be replaced: `npm run
// advisories`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Days from the publication of an advisory until a release without it, as SECURITY.md promises. */
export const daysToMend = { critical: 2, high: 7, moderate: 30, low: 90, info: 90 } as const

type Severity = keyof typeof daysToMend

/** The output of `npm audit --json`, as far as it is read here. */
export interface AuditReport {
  vulnerabilities?: Record<string, { severity: Severity; via: readonly (string | Advisory)[] }>
  /** Present instead of everything else if the registry has no advisories or could not be reached. */
  message?: string
}

interface Advisory {
  name: string
  title: string
  url: string
  severity: Severity
  range: string
}

/**
 * One line for each advisory, the most urgent first. A package that only depends on another listed one is left out.
 */
export function advisoryLines({ vulnerabilities = {} }: AuditReport): string[] {
  const found = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((one) => typeof one !== 'string')
  const unique = [...new Map(found.map((one) => [`${one.url} ${one.name}`, one])).values()]
  return unique
    .sort((a, b) => daysToMend[a.severity] - daysToMend[b.severity] || a.name.localeCompare(b.name))
    .map(({ name, range, severity, title, url }) => {
      const days = daysToMend[severity]
      return `${severity}, to be replaced within ${days} days: ${name} ${range}, ${title} (${url})`
    })
}

function main(): number {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
  })
  const report = readReport(stdout)
  if (report?.vulnerabilities === undefined) {
    const why = report?.message ?? 'npm gave no answer'
    console.error(
      `Nothing is known: ${why}. Compare docs/third-party.md with https://osv.dev by hand.`,
    )
    return 2
  }
  const lines = advisoryLines(report)
  console.log(lines.length === 0 ? 'No package that ships has a known weakness.' : lines.join('\n'))
  return lines.length === 0 ? 0 : 1
}

function readReport(text: string): AuditReport | undefined {
  // If npm itself fails, it prints text instead of JSON.
  return text.trimStart().startsWith('{') ? (JSON.parse(text) as AuditReport) : undefined
}

if (import.meta.main) process.exitCode = main()
