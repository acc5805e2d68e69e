import { readFile } from 'node:fs/promises'
import type { DeadLetter } from './dead-letters.ts'
import { scanLines } from './scan-lines.ts'
import { type Segment, segmentFile, segmentWith } from './segment.ts'

/**
 * The lines of a sealed segment. If its bytes have changed since it was sealed, returns the lines that are still
 * intact, and the damaged ones separately. The insert keeps the token of the original bytes: whether or not those
 * were inserted before the damage, each intact line counts once.
 */
export async function readSegment(
  directory: string,
  segment: Segment,
): Promise<{ lines: Buffer; damaged: DeadLetter[] }> {
  const file = await readFile(segmentFile(directory, segment))
  const bytes = file.subarray(0, segment.bytes)
  if (segmentWith(segment.id, bytes).hash === segment.hash) return { lines: bytes, damaged: [] }
  const { whole, damaged, tornBytes } = scanLines(bytes)
  const entries = damaged.map((line) => ({
    reason: 'damaged on disk',
    segment: segment.name,
    line,
  }))
  if (tornBytes > 0 || bytes.length < segment.bytes) {
    const lost = segment.bytes - bytes.length + tornBytes
    entries.push({
      reason: `${lost} bytes lost on disk`,
      segment: segment.name,
      line: Buffer.alloc(0),
    })
  }
  return { lines: Buffer.concat(whole), damaged: entries }
}
