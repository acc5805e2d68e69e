import { isWholeLine } from './line-check.ts'

/** The contents of some journal bytes, after verifying every line's check. */
export interface Scan {
  /** The intact lines, each with its line end, in the order they were written. */
  whole: Buffer[]
  /** Complete lines that differ from what was written: something on disk was lost. */
  damaged: Buffer[]
  /** Bytes after the last line end, or only zeros: a write that was never finished or confirmed. */
  tornBytes: number
}

const lineEnd = 10
const lineEndBytes = Buffer.of(lineEnd)
/**
 * Where a line begins although no line end comes before it: behind another line's check and one
 * damaged byte, or behind zeros. Neither unescaped quotes nor zeros occur inside a value.
 */
const seam = /(?<="_c":"[0-9a-f]{8}"\})[\s\S](?=\{")|\0+(?=\{")/g

/** Splits journal bytes into intact lines and damage. Never returns a line that was not written. */
export function scanLines(bytes: Buffer): Scan {
  const scan: Scan = { whole: [], damaged: [], tornBytes: 0 }
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(lineEnd, start)
    const line = bytes.subarray(start, end === -1 ? bytes.length : end)
    if (end !== -1 && isWholeLine(line)) scan.whole.push(bytes.subarray(start, end + 1))
    else sortOut(line, end !== -1, scan)
    start = end === -1 ? bytes.length : end + 1
  }
  return scan
}

/** A broken line may be several lines with damaged line ends, zeros, or simply damaged. */
function sortOut(line: Buffer, finished: boolean, scan: Scan): void {
  const pieces = piecesOf(line)
  for (const [index, piece] of pieces.entries()) {
    const whole = wholePart(piece)
    if (whole !== undefined) scan.whole.push(Buffer.concat([whole, lineEndBytes]))
    else if (piece.every((byte) => byte === 0)) scan.tornBytes += piece.length
    else if (finished || index < pieces.length - 1) scan.damaged.push(piece)
    else scan.tornBytes += piece.length
  }
}

function piecesOf(line: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  let start = 0
  // As latin1 every byte is one character, so positions in the text are positions in the bytes.
  for (const { 0: between, index } of line.toString('latin1').matchAll(seam)) {
    pieces.push(line.subarray(start, index))
    start = index + between.length
  }
  pieces.push(line.subarray(start))
  return pieces
}

/** The line inside a piece of which only the line end was damaged or torn off. */
function wholePart(piece: Buffer): Buffer | undefined {
  return [piece, piece.subarray(0, -1)].find(isWholeLine)
}
