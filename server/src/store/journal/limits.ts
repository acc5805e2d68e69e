/** When the journal seals a segment, and when it refuses further lines. */
export interface JournalLimits {
  /** Below this many free bytes nothing is accepted; the smaller of the two limits counts. */
  lowWaterBytes: number
  /** The low-water mark as a share of the whole disk. */
  lowWaterShare: number
  /** A segment of this many bytes is sealed. */
  segmentBytes: number
  /** With this many bytes waiting for the engine nothing more is accepted. */
  backlogBytes: number
  /** With this many characters waiting for the disk nothing more is accepted. */
  queueLength: number
  /** When the next group has waited for the disk for this long, nothing more is accepted. Milliseconds. */
  queueMs: number
}

const mebibyte = 1024 * 1024

export const defaultJournalLimits: JournalLimits = {
  // Stop well before the disk is full: the engine and the control store must be able to continue.
  lowWaterBytes: 256 * mebibyte,
  lowWaterShare: 0.05,
  // Below the engine's 10 MB parsing chunk, so that a segment is one block: all of it or nothing.
  segmentBytes: 8 * mebibyte,
  backlogBytes: 4096 * mebibyte,
  queueLength: 32 * mebibyte,
  // Browsers have given up by then. Not less, because a blocked event loop counts as well.
  queueMs: 10_000,
}
