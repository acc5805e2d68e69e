import { statfs } from 'node:fs/promises'
import type { JournalLimits } from './limits.ts'

type SpaceLimits = Pick<JournalLimits, 'lowWaterBytes' | 'lowWaterShare'>

/** Whether a folder's disk is too full to accept more, checked every quarter of a second at most. */
export class Space {
  #directory: string
  #limits: SpaceLimits
  #checkedAt = Number.NEGATIVE_INFINITY
  #short = false

  constructor(directory: string, limits: SpaceLimits) {
    this.#directory = directory
    this.#limits = limits
  }

  async isShort(): Promise<boolean> {
    const now = performance.now()
    if (now - this.#checkedAt < 250) return this.#short
    const { bavail, blocks, bsize } = await statfs(this.#directory)
    const mark = Math.min(this.#limits.lowWaterBytes, this.#limits.lowWaterShare * blocks * bsize)
    this.#short = bavail * bsize < mark
    this.#checkedAt = now
    return this.#short
  }
}
