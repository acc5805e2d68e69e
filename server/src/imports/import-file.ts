import { setImmediate } from 'node:timers/promises'
import type { ImportReport } from '@tributary/contract/data-import.ts'
import { AppError } from '../errors.ts'
import type { StoredEvent } from '../store/events/event.ts'
import { joinImportedSessions } from '../store/events/sessions/fill-sessions.ts'
import { dayMs } from '../time/durations.ts'
import type { ImportFormat, ImportItem, SourceFile } from './import-item.ts'
import { keepDuplicate } from './keep-duplicate.ts'
import { unknownEvents } from './keep-events.ts'
import {
  type ItemOf,
  type Keeping,
  keepDays,
  keepFacts,
  keepIdentities,
  keepLink,
} from './keep-ledger.ts'
import { patiently, Stopped } from './patiently.ts'
import { eventsOfImport } from './queries/remove-import.ts'
import { ReportBuilder } from './report.ts'
import { countAdditions } from './rows/additions.ts'
import { countImportedDays } from './rows/imported-day-rows.ts'

export interface ImportOrder extends Keeping {
  format: ImportFormat
  files: readonly SourceFile[]
  /** Called periodically with the progress so far. */
  onProgress?: (report: ImportReport) => Promise<void>
  shouldStop: () => boolean
}

/** Items stored in one insert. Visitors and moments travel in an address, so more would be too long for it. */
const atOnce = { event: 2_000, payment: 200, identity: 200, day: 500 } as const
/** Characters of visitor ids in one look-up. */
const longestLookUp = 150_000
/** Items read before others get a turn: a few milliseconds. */
const itemsPerTurn = 200
/** A file with this many unreadable lines, and no readable one, is of another kind. */
const mostBadLines = 1_000
/** Links made by hand in one file. */
const mostLinks = 100_000
const mostDuplicates = 1_000_000

/**
 * Reads files to their end and stores what is new in them, or, without an import's id, only counts it. Anything
 * stored before, by an interrupted run of this import or in another way, is not stored twice, so it may be run again
 * at any time.
 */
export async function importFile(order: ImportOrder): Promise<ImportReport> {
  const { format, files, site, stores } = order
  const worker = new Taker(order)
  await patiently(order.shouldStop, () => stores.events.flush())
  const context = { site, nowMs: stores.clock.now() }
  let items = 0
  for await (const item of format.read(files, context)) {
    if (order.shouldStop()) throw new Stopped()
    await worker.take(item)
    // Lines of one chunk arrive without awaiting anything; hits must get their turn.
    if (++items % itemsPerTurn === 0) await setImmediate()
  }
  await worker.finish()
  return worker.report.build()
}

class Taker {
  readonly report = new ReportBuilder()
  #order: ImportOrder
  #events: ItemOf<'event'>[] = []
  #idLength = 0
  #payments: ItemOf<'payment'>[] = []
  #identities: ItemOf<'identity'>[] = []
  #days: ItemOf<'day'>[] = []
  #links: ItemOf<'link'>[] = []
  #duplicates: ItemOf<'duplicate'>[] = []
  #earliestMs: number

  constructor(order: ImportOrder) {
    this.#order = order
    const { retentionDays } = order.site
    this.#earliestMs = retentionDays === null ? 0 : order.stores.clock.now() - retentionDays * dayMs
  }

  async take(item: ImportItem): Promise<void> {
    switch (item.kind) {
      case 'event':
        return this.#takeEvent(item)
      case 'payment':
        this.#payments.push(item)
        if (this.#payments.length >= atOnce.payment) await this.#keepPayments()
        return
      case 'identity':
        this.#identities.push(item)
        if (this.#identities.length >= atOnce.identity) await this.#keepIdentities()
        return
      case 'day':
        this.report.sees(item.day.day)
        this.#days.push(item)
        if (this.#days.length >= atOnce.day) await this.#keepDays()
        return
      case 'link':
        if (this.#links.length < mostLinks) this.#links.push(item)
        else this.report.problem(item, `one file may have ${mostLinks} links`)
        return
      case 'duplicate':
        if (this.#duplicates.length < mostDuplicates) this.#duplicates.push(item)
        else this.report.problem(item, `one file may have ${mostDuplicates} duplicates`)
        return
      case 'problem':
        this.report.problem(item, item.message)
        this.#giveUpOnNonsense(item.message)
        return
      case 'note':
        this.report.note(item.note)
    }
  }

  /** Stores the rest. Links and duplicates come last: both of their ends must exist. */
  async finish(): Promise<void> {
    await this.#keepEvents()
    await this.#keepIdentities()
    await this.#keepPayments()
    await this.#keepDays()
    const { stores, importId } = this.#order
    await this.#patiently(() => stores.events.flush())
    for (const item of this.#links) {
      const result = await this.#patiently(() => keepLink(this.#order, item))
      if (typeof result === 'object') this.report.problem(item, result.problem)
      else this.report.count('links', 1, result ? 1 : 0)
    }
    for (const item of this.#duplicates) {
      const result = await this.#patiently(() => keepDuplicate(this.#order, item))
      if (typeof result === 'object') this.report.problem(item, result.problem)
      else this.report.count('duplicates', 1, result ? 1 : 0)
    }
    if (importId === undefined) return
    await this.#patiently(() => this.#joinSessions(importId))
    await this.#patiently(() => stores.payments.sweep())
    await this.#patiently(() => this.#countAdded(importId))
  }

  /** A run that continues an interrupted one finds what that stored, and takes it for known. */
  async #countAdded(importId: string): Promise<void> {
    const { stores, site } = this.#order
    const { db } = stores.control
    const scope = { site: site.id, import: importId }
    const [found] = await eventsOfImport(stores.engine, scope, { timeoutMs: 60_000 })
    this.report.added('events', found?.reported ?? 0)
    this.report.added('payments', await countAdditions(db, importId, 'fact'))
    this.report.added('identities', await countAdditions(db, importId, 'identity'))
    this.report.added('days', await countImportedDays(db, importId))
  }

  /** A file may have a session's days in any order. */
  async #joinSessions(importId: string): Promise<void> {
    const { stores, site } = this.#order
    const { firstDay, lastDay } = this.report.build()
    if (firstDay === null || lastDay === null) return
    await joinImportedSessions(stores.engine, { site: site.id, importId, firstDay, lastDay })
  }

  async #takeEvent(item: ItemOf<'event'>): Promise<void> {
    const { event } = item
    if (event.timestampMs < this.#earliestMs) {
      const { retentionDays } = this.#order.site
      const message = `it happened more than ${retentionDays} days ago, which is as long as this site keeps events. Change that in the site’s settings to keep it`
      this.report.problem(item, message)
      return
    }
    // Equal events belong together: the next look-up would take them for known ones.
    const last = this.#events.at(-1)?.event
    const isFull = this.#events.length >= atOnce.event || this.#idLength >= longestLookUp
    const isAlike = last?.visitorId === event.visitorId && last.timestampMs === event.timestampMs
    if (isFull && !isAlike) await this.#keepEvents()
    this.#events.push(item)
    this.#idLength += event.visitorId.length
  }

  #giveUpOnNonsense(message: string): void {
    const { problems } = this.report
    const ledger = [this.#payments, this.#identities, this.#links, this.#duplicates]
    const pending = [this.#events, this.#days, ...ledger]
    if (
      problems < mostBadLines ||
      this.report.hasFound ||
      pending.some((some) => some.length > 0)
    ) {
      return
    }
    throw new AppError(
      'invalid',
      `The first ${problems} lines could not be read, so this is probably another kind of file. The last one: ${message}.`,
    )
  }

  async #keepEvents(): Promise<void> {
    const items = this.#events
    if (items.length === 0) return
    this.#events = []
    this.#idLength = 0
    const { stores, format, importId } = this.#order
    for (const { event } of items) this.report.sees(isoDay(event.timestampMs))
    const events = items.map(({ event }): StoredEvent => ({ ...event, importId }))
    const fresh = await this.#patiently(() =>
      unknownEvents(stores.engine, events, format.repeatsCount),
    )
    if (importId !== undefined && fresh.length > 0) {
      await this.#patiently(() => stores.events.append(fresh))
      // Later items may repeat these, and only the engine can tell.
      await this.#patiently(() => stores.events.flush())
    }
    this.report.count('events', items.length, fresh.length)
    await this.#reportProgress()
  }

  async #keepPayments(): Promise<void> {
    const items = this.#payments.splice(0)
    if (items.length === 0) return
    const fresh = await this.#patiently(() => keepFacts(this.#order, items))
    this.report.count('payments', items.length, fresh)
    for (const { payment } of items) {
      const { fact } = payment
      const atMs = fact.kind === 'payment' ? fact.paidAtMs : null
      if (atMs !== null) this.report.sees(isoDay(atMs))
    }
    await this.#reportProgress()
  }

  async #keepIdentities(): Promise<void> {
    const items = this.#identities.splice(0)
    if (items.length === 0) return
    const fresh = await this.#patiently(() => keepIdentities(this.#order, items))
    this.report.count('identities', items.length, fresh)
    await this.#reportProgress()
  }

  async #keepDays(): Promise<void> {
    const items = this.#days.splice(0)
    if (items.length === 0) return
    const fresh = await this.#patiently(() => keepDays(this.#order, items))
    this.report.count('days', items.length, fresh)
    await this.#reportProgress()
  }

  async #reportProgress(): Promise<void> {
    await this.#patiently(async () => this.#order.onProgress?.(this.report.build()))
  }

  #patiently<Result>(step: () => Promise<Result>): Promise<Result> {
    return patiently(this.#order.shouldStop, step)
  }
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
