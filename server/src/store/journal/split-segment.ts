import { rm } from 'node:fs/promises'
import { syncDirectory } from './directory.ts'
import { type Segment, segmentFile, segmentWith } from './segment.ts'
import { writeSegment } from './write-segment.ts'

/**
 * Splits a segment that the engine rejected, so that one bad row does not delay the others. The pieces are on disk
 * as segments before the original is removed, so every retry sends the same bytes under the same token. `suspect` is
 * the row that the engine complained about.
 */
export async function splitSegment(
  directory: string,
  segment: Segment,
  refused: { lines: Buffer; suspect: number | undefined },
): Promise<Segment[]> {
  const ends = lineEnds(refused.lines)
  const middle = Math.floor(ends.length / 2)
  const row = refused.suspect ?? 0
  const cuts = row >= 1 && row <= ends.length ? [row - 1, row] : [middle]
  const pieces: Segment[] = []
  let start = 0
  for (const cut of [...cuts, ends.length]) {
    const end = cut === 0 ? 0 : (ends[cut - 1] as number)
    if (end > start) {
      const contents = refused.lines.subarray(start, end)
      const piece = segmentWith(`${segment.id}.${pieces.length}`, contents)
      await writeSegment(directory, piece, contents)
      pieces.push(piece)
    }
    start = end
  }
  await rm(segmentFile(directory, segment))
  await syncDirectory(directory)
  return pieces
}

export function countLines(lines: Buffer): number {
  return lineEnds(lines).length
}

function lineEnds(lines: Buffer): number[] {
  const ends: number[] = []
  for (let end = lines.indexOf(10); end !== -1; end = lines.indexOf(10, end + 1)) ends.push(end + 1)
  return ends
}
