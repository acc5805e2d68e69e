import type { ImportNote, ImportReport } from '@tributary/contract/data-import.ts'
import type { Place } from './import-item.ts'

type Kind = 'events' | 'identities' | 'payments' | 'links' | 'duplicates' | 'days'

const mostExamples = 100
const mostNotes = 20

/** Counts the results of a file's items while it is read. */
export class ReportBuilder {
  #counts: Pick<ImportReport, Kind> = {
    events: none(),
    identities: none(),
    payments: none(),
    links: none(),
    duplicates: none(),
    days: none(),
  }
  #problems: ImportReport['problems'] = { count: 0, examples: [] }
  #notes = new Map<string, ImportNote>()
  #firstDay: string | null = null
  #lastDay: string | null = null

  count(kind: Kind, found: number, fresh: number): void {
    const counts = this.#counts[kind]
    counts.found += found
    counts.new += fresh
    counts.known += found - fresh
  }

  /** What an earlier, interrupted run of the import stored is new as well: `added` in all. */
  added(kind: Kind, added: number): void {
    const counts = this.#counts[kind]
    counts.new = Math.min(counts.found, Math.max(counts.new, added))
    counts.known = counts.found - counts.new
  }

  get problems(): number {
    return this.#problems.count
  }

  get hasFound(): boolean {
    return Object.values(this.#counts).some(({ found }) => found > 0)
  }

  /** Records that the file contains a day. */
  sees(day: string): void {
    if (this.#firstDay === null || day < this.#firstDay) this.#firstDay = day
    if (this.#lastDay === null || day > this.#lastDay) this.#lastDay = day
  }

  problem({ file, line }: Place, message: string): void {
    this.#problems.count += 1
    if (this.#problems.examples.length < mostExamples) {
      this.#problems.examples.push({ file, line, message })
    }
  }

  note(note: ImportNote): void {
    if (this.#notes.size < mostNotes) this.#notes.set(note.message, note)
  }

  build(): ImportReport {
    return structuredClone({
      firstDay: this.#firstDay,
      lastDay: this.#lastDay,
      ...this.#counts,
      problems: this.#problems,
      notes: [...this.#notes.values()],
    })
  }
}

function none() {
  return { found: 0, new: 0, known: 0 }
}
