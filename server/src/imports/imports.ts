import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  type ImportData,
  type ImportFormatName,
  type ImportReport,
  importNotFound,
} from '@tributary/contract/data-import.ts'
import type { Logger } from 'pino'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { refillGoals } from '../goals/rules/fill-goals.ts'
import type { Site } from '../site.ts'
import type { ImportState } from '../store/control/tables/import-tables.ts'
import { dayMs, hourMs } from '../time/durations.ts'
import { formats } from './formats/list.ts'
import { importFile } from './import-file.ts'
import type { ImportStores } from './import-stores.ts'
import { patiently, Stopped } from './patiently.ts'
import { presentImport } from './present-import.ts'
import { openUpload } from './reading/unpack.ts'
import { ReportBuilder } from './report.ts'
import {
  changeImport,
  deleteImport,
  findImport,
  type ImportRow,
  insertImport,
  listImports,
  listImportsIn,
} from './rows/import-rows.ts'
import { undoImport } from './undo-import.ts'
import { UploadFolder } from './upload-folder.ts'
import { WorkQueue } from './work-queue.ts'

/** Imported files, from the upload to the day it is undone. */
export interface Imports {
  create(site: Site, wanted: { format: ImportFormatName; fileName: string }): Promise<ImportData>
  /** Adds a piece of the file after the `offset` bytes that are there. */
  write(site: Site, id: string, offset: number, piece: Readable): Promise<ImportData>
  /** Begins to check the file, storing nothing. */
  check(site: Site, id: string): Promise<ImportData>
  /** Begins to store what is new in it. */
  start(site: Site, id: string): Promise<ImportData>
  /** Begins to remove what it added. */
  undo(site: Site, id: string): Promise<ImportData>
  /** Deletes an import that has added nothing, and its file. */
  discard(site: Site, id: string): Promise<void>
  get(site: Site, id: string): Promise<ImportData>
  list(site: Site): Promise<ImportData[]>
  /** Deletes the files of imports abandoned for a week; done at the start and every hour. */
  forgetOld(): Promise<void>
  /** Resolves when no work is in progress. */
  idle(): Promise<void>
  /** Stops between two portions; unfinished work continues at the next start. */
  close(): Promise<void>
}

export interface ImportsOptions extends ImportStores {
  dataDir: string
  logger: Pick<Logger, 'error' | 'info'>
  findSite(siteId: string): Promise<Site | undefined>
}

/** States in which a file is still needed, and the state of work that a stop interrupted. */
const needFile: readonly ImportState[] = ['uploading', 'checking', 'ready', 'running', 'failed']
const underWay: readonly ImportState[] = ['checking', 'running', 'undoing']
/** An abandoned file is deleted after this long. */
const retentionMs = 7 * dayMs
const forgetEveryMs = hourMs
/** The shortest interval between progress updates. */
const progressMs = 500

/** Opens the imports and continues what a stop interrupted. */
export async function openImports(options: ImportsOptions): Promise<Imports> {
  const { control, clock } = options
  const folder = new UploadFolder(join(options.dataDir, 'imports'))
  const work = new ImportWork(options, folder)
  await work.recover()

  const find = async (site: Site, id: string): Promise<ImportRow> => {
    const row = await findImport(control.db, site.id, id)
    if (row === undefined) throw new AppError('not-found', importNotFound)
    return row
  }
  const get = async (site: Site, id: string) => presentAll(await find(site, id), folder)
  /** The pieces of a file are stored by the node that received the first one, and only there can it be read. */
  const refuseElsewhere = async ({ id, bytes, node }: ImportRow): Promise<void> => {
    if (bytes === 0 || (await folder.size(id)) > 0) return
    const where = node === '' ? 'another node' : `the node ${node}`
    throw new AppError(
      'conflict',
      `The file of this import lies on ${where}. Have the balancer send all requests about imports to one node (docs/scaling.md), or begin another import if that node is gone.`,
    )
  }
  const begin = async (site: Site, id: string, step: Step): Promise<ImportData> => {
    const row = await find(site, id)
    if (step.needsFile && step.from.includes(row.state)) await refuseElsewhere(row)
    const { state, result } = step
    const changes = { state, result, updatedMs: clock.now(), bytesRead: 0, problem: null }
    if (!(await changeImport(control.db, id, changes, step.from))) {
      throw new AppError('conflict', step.refusal(row.state))
    }
    work.add(row.id, site.id)
    return get(site, id)
  }
  return {
    async create(site, { format, fileName }) {
      const nowMs = clock.now()
      const row: ImportRow = {
        id: `imp_${randomBase62(16)}`,
        siteId: site.id,
        ...{ format, fileName, state: 'uploading', createdMs: nowMs, updatedMs: nowMs },
        ...{ bytes: 0, bytesRead: 0, preview: null, result: null, problem: null, node: '' },
      }
      await insertImport(control.db, row)
      return presentImport(row)
    },
    async write(site, id, offset, piece) {
      const row = await find(site, id)
      if (row.state !== 'uploading') {
        throw new AppError('conflict', 'The file is complete; begin another import to send another')
      }
      await refuseElsewhere(row)
      const bytes = await folder.append(id, offset, piece)
      await changeImport(control.db, id, { bytes, node: hostname(), updatedMs: clock.now() })
      return get(site, id)
    },
    check: (site, id) => begin(site, id, checking),
    // From here on there is a result, so that what a failed import added can be undone.
    start: (site, id) => begin(site, id, { ...running, result: new ReportBuilder().build() }),
    undo: (site, id) => begin(site, id, undoing),
    async discard(site, id) {
      const row = await find(site, id)
      const hasAdded = row.result !== null && row.state !== 'undone'
      if (hasAdded || underWay.includes(row.state)) {
        const first = hasAdded ? '; undo it first' : ''
        throw new AppError('conflict', `An import that is ${row.state} cannot be discarded${first}`)
      }
      await deleteImport(control.db, id)
      await folder.remove(id)
    },
    get,
    list: async (site) => (await listImports(control.db, site.id)).map(presentImport),
    idle: () => work.idle(),
    forgetOld: () => work.forgetOld(),
    close: () => work.close(),
  }
}

/** Includes the received part of an interrupted chunk: the client continues after it. */
async function presentAll(row: ImportRow, folder: UploadFolder): Promise<ImportData> {
  const there = row.state === 'uploading' ? await folder.size(row.id) : 0
  return presentImport(there > 0 ? { ...row, bytes: there } : row)
}

interface Step {
  state: ImportState
  needsFile?: boolean
  result?: ImportReport
  from: readonly ImportState[]
  refusal: (state: ImportState) => string
}

const checking: Step = {
  state: 'checking',
  needsFile: true,
  from: ['uploading', 'ready', 'failed'],
  refusal: (state) => `An import that is ${state} cannot be read through again`,
}

const running: Step = {
  state: 'running',
  needsFile: true,
  from: ['ready'],
  refusal: (state) =>
    state === 'done'
      ? 'This import is done already'
      : `The file must be read through first; the import is ${state}`,
}

const undoing: Step = {
  state: 'undoing',
  from: ['done', 'failed'],
  refusal: (state) => `There is nothing to undo; the import is ${state}`,
}

/** Does the next step of each import, sites taking turns. */
class ImportWork {
  #options: ImportsOptions
  #folder: UploadFolder
  #queue = new WorkQueue()
  #timer: NodeJS.Timeout | undefined

  constructor(options: ImportsOptions, folder: UploadFolder) {
    this.#options = options
    this.#folder = folder
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  add(importId: string, siteId: string): void {
    this.#queue.add(siteId, (shouldStop) =>
      this.#run(importId, siteId, shouldStop).catch((err: unknown) => {
        if (err instanceof Stopped) return
        const text = 'an import stopped; it continues when the server starts again'
        this.#options.logger.error({ err, importId }, text)
      }),
    )
  }

  /** Queues work that was in progress. */
  async recover(): Promise<void> {
    const { control } = this.#options
    for (const row of await listImportsIn(control.db, underWay)) {
      const isHere = row.state === 'undoing' || (await this.#folder.size(row.id)) > 0
      // With several nodes, one of them has the file and continues it.
      if (isHere) this.add(row.id, row.siteId)
    }
    await this.forgetOld()
    // On each node: the files are on its own disk.
    this.#timer = setInterval(() => {
      this.forgetOld().catch((err: unknown) => {
        this.#options.logger.error({ err }, 'files of imports could not be looked through')
      })
    }, forgetEveryMs).unref()
  }

  close(): Promise<void> {
    clearInterval(this.#timer)
    return this.#queue.close()
  }

  async forgetOld(): Promise<void> {
    const { control, clock } = this.#options
    const oldMs = clock.now() - retentionMs
    await this.#folder.keepOnly(async () => {
      const needed = (await listImportsIn(control.db, needFile)).filter(
        (row) => underWay.includes(row.state) || row.updatedMs > oldMs,
      )
      return new Set(needed.map(({ id }) => id))
    })
  }

  async #run(importId: string, siteId: string, shouldStop: () => boolean): Promise<void> {
    const { control, clock, logger, findSite } = this.#options
    const [row, site] = await patiently(shouldStop, () =>
      Promise.all([findImport(control.db, siteId, importId), findSite(siteId)]),
    )
    if (row === undefined || site === undefined) return
    try {
      if (row.state === 'undoing') await this.#undo(row, site, shouldStop)
      if (row.state === 'checking') await this.#read(row, site, shouldStop)
      if (row.state === 'running') await this.#read(row, site, shouldStop)
    } catch (error) {
      if (error instanceof Stopped) throw error
      // The owner sees errors they can fix; the rest goes to the log.
      const isMendable = error instanceof AppError
      const problem = isMendable ? error.message : 'Something failed here; see the server’s log'
      if (!isMendable) logger.error({ err: error, importId }, 'an import failed')
      const failed = { state: 'failed', problem } as const
      await patiently(shouldStop, () =>
        changeImport(control.db, importId, { ...failed, updatedMs: clock.now() }),
      )
    }
  }

  async #read(row: ImportRow, site: Site, shouldStop: () => boolean): Promise<void> {
    const { control, clock } = this.#options
    const isCheck = row.state === 'checking'
    if ((await this.#folder.size(row.id)) === 0) {
      throw new AppError('invalid', 'The file is empty, or gone. Begin another import and send it.')
    }
    const format = formats[row.format as ImportFormatName]
    const files = await openUpload(this.#folder.path(row.id), row.fileName)
    let bytesRead = 0
    let reportedMs = 0
    const counted = files.map((file) => ({
      ...file,
      open: () =>
        counting(file.open(), (bytes) => {
          bytesRead += bytes
        }),
    }))
    const report = await importFile({
      stores: this.#options,
      site,
      importId: isCheck ? undefined : row.id,
      format,
      files: counted,
      shouldStop,
      onProgress: async (soFar) => {
        if (clock.monotonic() - reportedMs < progressMs) return
        reportedMs = clock.monotonic()
        const found = isCheck ? { preview: soFar } : { result: soFar }
        await changeImport(control.db, row.id, { ...found, bytesRead, updatedMs: clock.now() })
      },
    })
    const done = isCheck
      ? { state: 'ready' as const, preview: report }
      : { state: 'done' as const, result: report }
    await patiently(shouldStop, () =>
      changeImport(control.db, row.id, { ...done, bytesRead, updatedMs: clock.now() }),
    )
    if (isCheck) return
    await patiently(shouldStop, () => refillGoals(control, site.id, clock.now()))
    await this.#folder.remove(row.id)
  }

  async #undo(row: ImportRow, site: Site, shouldStop: () => boolean): Promise<void> {
    const { control, clock } = this.#options
    // An interrupted run has no result yet, only its preview.
    await patiently(shouldStop, async () => {
      await undoImport(this.#options, { site, importId: row.id }, shouldStop)
      await changeImport(control.db, row.id, { state: 'undone', updatedMs: clock.now() })
    })
    await this.#folder.remove(row.id)
  }
}

async function* counting(
  bytes: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    onBytes(chunk.length)
    yield chunk
  }
}
