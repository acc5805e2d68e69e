import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'

/**
 * A file of complete lines that will never change: one insert into the engine. Its name contains how many of its
 * bytes count and their hash, so that a retry after any crash sends the very same bytes under the very same token.
 */
export interface Segment {
  /** Sorts by time. A piece of a segment has its segment's id, a dot and a number. */
  readonly id: string
  readonly bytes: number
  readonly hash: string
  readonly name: string
}

const sealedName = /^(\d{13}-[0-9a-f]{6}(?:\.\d)*)-(\d+)-([0-9a-f]{32})\.sealed$/
const openName = /^(\d{13}-[0-9a-f]{6})\.open$/

/** The id of a new segment. The random part keeps two nodes' tokens apart in a shared engine. */
export function newSegmentId(atMs: number): string {
  return `${String(atMs).padStart(13, '0')}-${randomBytes(3).toString('hex')}`
}

/** When a segment was begun, milliseconds since 1970 UTC. */
export function begunMs(id: string): number {
  return Number(id.slice(0, 13))
}

export function openFile(directory: string, id: string): string {
  return join(directory, `${id}.open`)
}

export function segmentFile(directory: string, segment: Segment): string {
  return join(directory, segment.name)
}

export function segmentOf(id: string, bytes: number, hash: string): Segment {
  return { id, bytes, hash, name: `${id}-${bytes}-${hash}.sealed` }
}

/** The segment with exactly these bytes. */
export function segmentWith(id: string, contents: Buffer): Segment {
  return segmentOf(id, contents.length, shortHash(createHash('sha256').update(contents)))
}

/** 128 bits of a SHA-256: far more than accidents need, short enough for a file name. */
export function shortHash(hash: ReturnType<typeof createHash>): string {
  return hash.digest('hex').slice(0, 32)
}

export function parseSealedName(name: string): Segment | undefined {
  const [, id, bytes, hash] = sealedName.exec(name) ?? []
  if (id === undefined || bytes === undefined || hash === undefined) return undefined
  return { id, bytes: Number(bytes), hash, name }
}

export function parseOpenName(name: string): string | undefined {
  return openName.exec(name)?.[1]
}

/** The id of the segment that a piece came from; its own for a whole one. */
export function baseId(id: string): string {
  return id.slice(0, 20)
}
