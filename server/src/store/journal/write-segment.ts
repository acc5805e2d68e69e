import { open, rename } from 'node:fs/promises'
import { syncDirectory } from './directory.ts'
import { type Segment, segmentFile } from './segment.ts'

/** Writes a complete segment at once. It exists completely and durably, or not at all. */
export async function writeSegment(
  directory: string,
  segment: Segment,
  contents: Buffer,
): Promise<void> {
  const file = segmentFile(directory, segment)
  const handle = await open(`${file}.tmp`, 'w', 0o600)
  try {
    await handle.writeFile(contents)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.tmp`, file)
  await syncDirectory(directory)
}
