import { expect, it } from 'vitest'
import { anEvent } from '../../test/an-event.ts'
import { dropErasedLines } from './drop-erased-lines.ts'
import type { StoredEvent } from './event.ts'
import { eventLine } from './event-line.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const erasure = { siteId: 'site-1', visitorId: 'ana', erasedMs: noon }

const remaining = (...events: Partial<StoredEvent>[]) =>
  dropErasedLines(Buffer.from(events.map((event) => eventLine(anEvent(event))).join('')), [erasure])
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).title)

it("drops an erased past, and nothing of others', of other sites' or of later", () => {
  expect(
    remaining(
      { visitorId: 'ana', timestampMs: noon, title: 'at the moment' },
      { visitorId: 'ben', timestampMs: noon, title: 'other visitor' },
      { visitorId: 'ana', timestampMs: noon - 1, title: 'before' },
      { visitorId: 'ana', siteId: 'site-2', timestampMs: noon, title: 'other site' },
      { visitorId: 'ana', timestampMs: noon + 1, receivedMs: noon + 1, title: 'after' },
      { visitorId: 'ben', name: '"visitor_id":"ana"', title: 'only says so' },
    ),
  ).toEqual(['other visitor', 'other site', 'after', 'only says so'])
})

it('drops what was received before with a time that is ahead', () => {
  const ahead = { visitorId: 'ana', timestampMs: noon + 120_000, origin: 'batch' } as const
  expect(
    remaining(
      { ...ahead, receivedMs: noon - 60_000, title: 'before' },
      { ...ahead, receivedMs: noon + 1000, title: 'after' },
    ),
  ).toEqual(['after'])
})

it('hands on lines of which none is erased as they are', () => {
  const lines = Buffer.from(eventLine(anEvent()))
  expect(dropErasedLines(lines, [erasure])).toBe(lines)
})
