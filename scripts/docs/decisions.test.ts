// Decision records are found and read alike: numbered without gaps, dated, complete, and listed in the index.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../structure/imports.ts'

const folder = `${root}/docs/decisions`
const files = readdirSync(folder).sort()
const index = readFileSync(`${folder}/index.md`, 'utf8')
const records = files.filter((file) => file !== 'index.md')

it('numbers the records without gaps', () => {
  expect(records.length).toBeGreaterThan(30)
  expect(records.map((file) => Number(file.slice(0, 4)))).toEqual(records.map((_, at) => at + 1))
})

it('lists each record once, by its title', () => {
  const listed = [...index.matchAll(/^\* \[(.*)\]\((.*)\)$/gm)].map(([, title, file]) => [
    title,
    file,
  ])
  const titled = records.map((file) => [titleOf(file), file])
  expect(listed.sort()).toEqual(titled.sort())
})

describe.each(records)('%s', (file) => {
  const text = readFileSync(`${folder}/${file}`, 'utf8')

  it('has a number, a status with its date, context, decision and consequences', () => {
    expect(file).toMatch(/^\d{4}(-[a-z0-9]+)+\.md$/)
    expect(text).toMatch(new RegExp(`^# ${file.slice(0, 4)}: \\S`))
    expect(text).toMatch(
      /^Status: (accepted|superseded by \[\d{4}\]\(.*\)), \d{4}-\d\d-\d\d(, revised \d{4}-\d\d-\d\d)?$/m,
    )
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings.filter((heading) => heading !== 'Rejected')).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ])
  })

  it('can be read in three minutes', () => expect(text.length).toBeLessThan(6_000))
})

function titleOf(file: string): string {
  return /^# (.*)$/m.exec(readFileSync(`${folder}/${file}`, 'utf8'))?.[1] ?? ''
}
