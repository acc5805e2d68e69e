import { createHash } from 'node:crypto'
import type { ImportNote } from '@tributary/contract/data-import.ts'
import { readEventFields } from '../../exports/event-fields.ts'
import { exportVersion, type HeadLine } from '../../exports/export-format.ts'
import type { ImportFormat, ImportItem, ReadContext, SourceFile } from '../import-item.ts'
import { linesOf } from '../reading/lines.ts'
import { readDuplicate, readFact, readIdentity, readLink } from './own-ledger.ts'

/** An export of Tributary: one file, or several that were exported day by day. */
export const ownFormat: ImportFormat = {
  repeatsCount: true,
  async *read(files, context) {
    for (const file of files) yield* readFile(file, context)
  },
}

async function* readFile(file: SourceFile, context: ReadContext): AsyncGenerator<ImportItem> {
  const reader = new OwnReader(file.name, context)
  for await (const { number, text, isTooLong } of linesOf(file.open())) {
    if (isTooLong) yield reader.problem(number, 'the line is longer than 1 MB')
    else if (text !== '') yield* reader.read(number, text)
  }
  yield* reader.end()
}

class OwnReader {
  #file: string
  #context: ReadContext
  #hash = createHash('sha256')
  #isWhole = false
  #isSameSite = false
  #line = 0
  #cursor = ''

  constructor(file: string, context: ReadContext) {
    this.#file = file
    this.#context = context
  }

  problem(line: number, message: string): ImportItem {
    return { kind: 'problem', file: this.#file, line, message }
  }

  *read(line: number, text: string): Generator<ImportItem> {
    this.#line = line
    const given = objectOf(text)
    if (given?.type !== 'checkpoint') this.#hash.update(text).update('\n')
    if (given === undefined) {
      yield this.problem(line, 'this is not one JSON object')
      return
    }
    const place = { file: this.#file, line }
    switch (given.type) {
      case 'tributary-export':
        yield* this.#head(line, given)
        return
      case 'event': {
        const event = readEventFields(given, this.#context.site.id)
        yield 'problem' in event
          ? this.problem(line, event.problem)
          : { ...place, kind: 'event', event }
        return
      }
      case 'identity': {
        const identity = readIdentity(given, this.#isSameSite)
        if (identity === undefined) return
        yield 'problem' in identity
          ? this.problem(line, identity.problem)
          : { ...place, kind: 'identity', identity }
        return
      }
      case 'payment': {
        const payment = readFact(given)
        yield 'problem' in payment
          ? this.problem(line, payment.problem)
          : { ...place, kind: 'payment', payment }
        return
      }
      case 'link': {
        const link = readLink(given)
        yield 'problem' in link
          ? this.problem(line, link.problem)
          : { ...place, kind: 'link', link }
        return
      }
      case 'duplicate': {
        const duplicate = readDuplicate(given)
        yield 'problem' in duplicate
          ? this.problem(line, duplicate.problem)
          : { ...place, kind: 'duplicate', duplicate }
        return
      }
      case 'checkpoint':
        yield* this.#checkpoint(line, given)
        return
      case 'end':
        this.#isWhole = true
        return
      default:
        yield this.problem(
          line,
          `"type" is ${JSON.stringify(given.type)?.slice(0, 40)}, which no line of an export has`,
        )
    }
  }

  *end(): Generator<ImportItem> {
    if (this.#isWhole) return
    const rest = this.#cursor === '' ? '' : ` from cursor=${this.#cursor}`
    yield this.problem(
      this.#line,
      `the file ends before the export does: its download was cut off. What is there is taken; download the rest${rest} and import that too`,
    )
  }

  *#head(line: number, head: Partial<HeadLine>): Generator<ImportItem> {
    const { site } = this.#context
    if (head.version !== exportVersion) {
      yield this.problem(
        line,
        `the export is of version ${head.version}, which a later Tributary reads`,
      )
    }
    this.#isSameSite = head.site?.id === site.id
    const note = (found: ImportNote): ImportItem => ({
      kind: 'note',
      file: this.#file,
      line,
      note: found,
    })
    for (const setting of ['timezone', 'currency'] as const) {
      const theirs = head.site?.[setting]
      if (theirs !== undefined && theirs !== site[setting]) {
        yield note({
          code: `${setting}-differs`,
          values: [theirs, site[setting]],
          message: `The exported site has the ${setting} ${theirs}, this one has ${site[setting]}: reports will differ until both are the same.`,
        })
      }
    }
    if (head.site?.identification && !site.identification) {
      yield note({
        code: 'identification-off',
        values: [],
        message:
          'User identification is off for this site, so e-mail addresses are left out and payments that were linked by them are not linked. Turn it on first to take them along.',
      })
    }
  }

  *#checkpoint(line: number, given: Record<string, unknown>): Generator<ImportItem> {
    const sum = this.#hash.digest('hex')
    this.#hash = createHash('sha256')
    if (typeof given.cursor === 'string') this.#cursor = given.cursor
    if (given.sha256 !== sum) {
      yield this.problem(
        line,
        'the lines before this one are not as they were exported: the file was changed or damaged. What could be read was taken',
      )
    }
  }
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
