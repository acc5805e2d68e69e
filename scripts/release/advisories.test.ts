import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type AuditReport, advisoryLines, daysToMend } from './advisories.ts'

it('names each advisory once, the most urgent first, with its deadline', () => {
  const parser = {
    name: 'parser',
    title: 'Reads beyond the end',
    url: 'https://advisories.example/1',
    severity: 'high',
    range: '<2.1.0',
  } as const
  const core = {
    ...parser,
    name: 'core',
    title: 'Runs what it reads',
    severity: 'critical',
  } as const
  const report: AuditReport = {
    vulnerabilities: {
      parser: { severity: 'high', via: [parser] },
      reader: { severity: 'high', via: ['parser', parser] },
      core: { severity: 'critical', via: [core] },
    },
  }
  expect(advisoryLines(report)).toEqual([
    'critical, to be replaced within 2 days: core <2.1.0, Runs what it reads (https://advisories.example/1)',
    'high, to be replaced within 7 days: parser <2.1.0, Reads beyond the end (https://advisories.example/1)',
  ])
  expect(advisoryLines({ vulnerabilities: {} })).toEqual([])
})

it('promises what SECURITY.md says', () => {
  const page = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8')
  for (const [severity, days] of Object.entries(daysToMend)) {
    if (severity !== 'info') expect(page).toContain(`| ${severity} | ${days} days |`)
  }
})
