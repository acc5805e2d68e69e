import type { ControlStore } from '../control-store.ts'
import { eraseSiteRows } from './erase-site-rows.ts'
import type { ErasureFile } from './erasure-file.ts'
import {
  type Erasure,
  isOfSite,
  listErasures,
  type SiteErasure,
  saveErasure,
} from './erasure-rows.ts'

/** Erased visitors, in memory: every event is checked against it before it goes to the engine. */
export interface ErasureList {
  /** Until when a visitor's past is erased; undefined for visitors that were not erased. */
  erasedMs(siteId: string, visitorId: string): number | undefined
  /** The latest erasure of the site as a whole, if there is one. */
  ofSite(siteId: string): SiteErasure | undefined
  /** The erasures since a moment, or that this node learned of since then, of which there are few. */
  since(ms: number): Erasure[]
  all(): Erasure[]
  /** On disk twice when it resolves: in the control store, and in this node's own file. */
  add(erasures: readonly Erasure[]): Promise<void>
  /** Loads erasures that other processes added to the control store, and writes them to the file. */
  refresh(): Promise<void>
  /** Calls back for every erasure that this process or, a little later, another one adds. */
  onAdd(listener: (erasure: Erasure) => void): void
  close(): void
}

export interface ErasureListOptions {
  control: Pick<ControlStore, 'db' | 'dialect' | 'transaction'>
  file: ErasureFile
  onError(error: unknown): void
}

/** How often the erasures of other nodes, and of commands (`site delete`), are loaded. */
const pollMs = 2_000
/** Other nodes' clocks may be behind by this much, and their transactions may take as long. */
const overlapMs = 120_000

/**
 * Reads all erasures. Those that only the file has were lost from the control store, and are put back there as
 * unfinished; a site that came back into the control store is emptied or removed at once, its payments when the
 * erasure is finished.
 */
export async function openErasureList(options: ErasureListOptions): Promise<ErasureList> {
  const { control, file } = options
  const { db } = control
  const known = new Map<string, Erasure>()
  // By this node's own clock: another's, or this one before it was set, may be off by hours.
  const heardMs = new Map<string, number>()
  const listeners: ((erasure: Erasure) => void)[] = []
  const learn = (erasure: Erasure): boolean => {
    const key = keyOf(erasure.siteId, erasure.visitorId)
    if ((known.get(key)?.erasedMs ?? Number.NEGATIVE_INFINITY) >= erasure.erasedMs) return false
    known.set(key, erasure)
    heardMs.set(key, Date.now())
    for (const listener of listeners) listener(erasure)
    return true
  }
  const readNew = async (sinceMs: number) => {
    const fresh = (await listErasures(db, sinceMs)).filter(learn)
    await file.append(fresh)
  }

  for (const erasure of await file.read()) learn(erasure)
  const fromFile = [...known.values()]
  await readNew(0)
  const stored = new Set((await listErasures(db, 0)).map((one) => JSON.stringify(one)))
  for (const erasure of fromFile) {
    const isNewest = known.get(keyOf(erasure.siteId, erasure.visitorId)) === erasure
    if (!isNewest || stored.has(JSON.stringify(erasure))) continue
    await control.transaction(async (handle) => {
      await saveErasure(handle, erasure)
      if (!isOfSite(erasure)) return
      await eraseSiteRows({ db: handle, dialect: control.dialect }, erasure.siteId, erasure.whole)
    })
  }

  let polling = Promise.resolve()
  const timer = setInterval(() => {
    polling = polling.then(() => readNew(newestOf(known) - overlapMs)).catch(options.onError)
  }, pollMs).unref()
  return {
    erasedMs: (siteId, visitorId) =>
      known.size === 0 || visitorId === ''
        ? undefined
        : known.get(keyOf(siteId, visitorId))?.erasedMs,
    ofSite(siteId) {
      const erasure = known.size === 0 ? undefined : known.get(keyOf(siteId, ''))
      return erasure !== undefined && isOfSite(erasure) ? erasure : undefined
    },
    refresh: () => readNew(newestOf(known) - overlapMs),
    since: (ms) =>
      [...known.entries()]
        .filter(([key, { erasedMs }]) => erasedMs >= ms || (heardMs.get(key) ?? 0) >= ms)
        .map(([, erasure]) => erasure),
    all: () => [...known.values()],
    async add(erasures) {
      await control.transaction(async (handle) => {
        for (const erasure of erasures) await saveErasure(handle, erasure)
      })
      await file.append(erasures)
      erasures.forEach(learn)
    },
    onAdd: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  }
}

function newestOf(known: ReadonlyMap<string, Erasure>): number {
  let newest = overlapMs
  for (const { erasedMs } of known.values()) newest = Math.max(newest, erasedMs)
  return newest
}

function keyOf(siteId: string, visitorId: string): string {
  return `${siteId} ${visitorId}`
}
