import { describe, expect, it } from 'vitest'
import { findSourceOfHost, kindOfSource, sourceLists } from '../acquisition/known-sources.ts'
import { clickIdsVersion, knownClickIds } from './click-ids.ts'
import { queryParameters } from './query-parameters.ts'
import { returnHosts, returnMarks } from './return-hosts.ts'

const entriesOf = (text: string) => text.split(' ')
const sourceEntries = sourceLists.flatMap(({ sources }) =>
  Object.entries(sources).flatMap(([source, text]) =>
    entriesOf(text).map((entry) => ({ source, entry })),
  ),
)
const returnEntries = [
  ...returnHosts.payment,
  ...returnHosts.login,
  ...returnHosts.alsoRefer,
].flatMap(entriesOf)

describe('every list', () => {
  it('has a version that is a day', () => {
    const versions = [
      ...sourceLists.map(({ version }) => version),
      returnHosts.version,
      returnMarks.version,
      queryParameters.version,
      clickIdsVersion,
    ]
    for (const version of versions) expect(version).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('is lower-case, without blanks, schemes, paths or ports', () => {
    const hosts = [...sourceEntries.map(({ entry }) => entry), ...returnEntries]
    for (const host of hosts) expect(host).toMatch(/^(?:\*?\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/)
    const names = [
      ...knownClickIds.map(({ name }) => name),
      ...queryParameters.tracking,
      ...queryParameters.secret,
    ]
    for (const name of names) expect(name).toMatch(/^[a-z0-9_]+$/)
  })

  it('names nothing twice', () => {
    for (const names of [
      sourceEntries.map(({ entry }) => entry),
      sourceLists.flatMap(({ sources }) => Object.keys(sources)),
      returnEntries,
      knownClickIds.map(({ name }) => name),
      [...queryParameters.tracking],
      [...queryParameters.secret],
    ]) {
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    }
  })
})

describe('the sources', () => {
  it('are at least 150 places', () => {
    const count = sourceLists.flatMap(({ sources }) => Object.keys(sources)).length
    expect(count).toBeGreaterThan(150)
  })

  it('are found by their own entries', () => {
    for (const { source, entry } of sourceEntries) {
      if (!entry.includes('.')) {
        expect([entry, kindOfSource(entry)]).not.toEqual([entry, undefined])
        continue
      }
      const host = entry.startsWith('*.') ? `any${entry.slice(1)}` : entry.replace(/^\./, '')
      expect([entry, findSourceOfHost(host)?.source]).toEqual([entry, source])
    }
  })

  it.each([
    ['netflix.com', 'netflix.com'],
    ['ax.com', undefined],
    ['notfacebook.com', undefined],
    ['facebook.com.example.org', undefined],
    ['google.example.com', undefined],
    ['docs.google.com', undefined],
    ['mail.google.com', 'gmail'],
    ['gemini.google.com', 'gemini.google.com'],
    ['www.google.co.uk', 'google'],
    ['m.facebook.com', 'facebook.com'],
    ['l.facebook.com', 'facebook.com'],
    ['t.co', 'x.com'],
    ['t.com', undefined],
    ['m.me', 'messenger.com'],
    ['old.reddit.com', 'reddit.com'],
    ['com', undefined],
    ['', undefined],
  ])('match whole labels: %s is %s', (host, source) => {
    expect(findSourceOfHost(host)?.source).toBe(source)
  })
})
