import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Finding } from './finding.ts'

const attempts = 15
/** An SSD takes 1 to 10 ms; a group of hits waits for one. */
const slowMs = 50

/** How long the disk takes to store a few bytes, which every acknowledged hit and payment waits for. */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const file = join(dataDir, `doctor-${randomUUID()}`)
  const handle = await open(file, 'wx', 0o600)
  const took: number[] = []
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const startMs = performance.now()
      await handle.write('tributary')
      await handle.datasync()
      took.push(performance.now() - startMs)
    }
  } finally {
    await handle.close()
    await rm(file, { force: true })
  }
  const medianMs = took.sort((a, b) => a - b)[Math.floor(attempts / 2)] ?? 0
  const message = `a write takes ${medianMs.toFixed(1)} ms to be on disk`
  if (medianMs <= slowMs) return { message }
  return {
    level: 'warning',
    message: `${message}, which every hit waits for; put DATA_DIR on an SSD, or off the network`,
  }
}
