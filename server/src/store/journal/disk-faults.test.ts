import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  canTrace,
  journalChild,
  printedIds,
  recoveredIds,
  runJournal,
} from '../../test/faulty-journal.ts'
import { aFolder, aLine, idsIn, silent } from '../../test/journal-folder.ts'
import { openJournal } from './journal.ts'

const canLimit = spawnSync('prlimit', ['--fsize=500', 'true']).status === 0
const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe.skipIf(!canTrace)('with strace: failing system calls', () => {
  it('acknowledges nothing after a write failed, and keeps what it had acknowledged', async () => {
    const directory = await aFolder(onTestFinished)
    const { said, accepted, refused } = runJournal(directory, 'pwrite64:error=EIO:when=4+', 30, 9)
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.length + refused.length).toBe(30)
    expect(Math.max(...accepted)).toBeLessThan(Math.min(...refused))
    expect(said).toContain('closed')
    expect(await recoveredIds(directory)).toEqual(accepted)
  })

  it('waits for a slow disk, and has those who wait share a sync', async () => {
    const directory = await aFolder(onTestFinished)
    const startMs = performance.now()
    const { accepted, refused } = runJournal(directory, 'pwrite64:delay_enter=150000')
    // Ten groups of three lines, each of which waited for exactly one sync.
    expect(performance.now() - startMs).toBeGreaterThan(10 * 150)
    expect([accepted.length, refused.length]).toEqual([30, 0])
    expect(await recoveredIds(directory)).toEqual(accepted)
  })

  it('continues in a new file when one write failed, without the lines that were refused', async () => {
    const directory = await aFolder(onTestFinished)
    const { said, accepted, refused } = runJournal(directory, 'pwrite64:error=EIO:when=4')
    expect(refused.length).toBeGreaterThan(0)
    expect(Math.max(...accepted)).toBeGreaterThan(Math.max(...refused))
    expect(said).toContain('closed')
    expect(await recoveredIds(directory)).toEqual(accepted)
  })

  it('acknowledges nothing into a file whose directory entry may not be on disk', async () => {
    const directory = await aFolder(onTestFinished)
    const { accepted } = runJournal(directory, 'fsync:error=EIO:when=4+', 12)
    const found = await recoveredIds(directory)
    expect(accepted.every((id) => found.includes(id))).toBe(true)
  })
})

describe.skipIf(!canLimit)('with prlimit: files that may not grow beyond 600 bytes', () => {
  it('keeps nothing of a group of which only a part could be written, though lines of it are in the file', async () => {
    const directory = await aFolder(onTestFinished)
    const command = ['--fsize=600', process.execPath, journalChild, directory, '12']
    const { stdout } = spawnSync('prlimit', command, { encoding: 'utf8' })
    // Every group of three lines fits once; of the next one a line and a piece are written.
    expect(printedIds(stdout, 'accepted')).toEqual([0, 1, 2, 6, 7, 8])
    expect(printedIds(stdout, 'refused')).toEqual([3, 4, 5, 9, 10, 11])
    const names = await readdir(directory)
    const sizes = names
      .filter((name) => name.endsWith('.sealed'))
      .map((name) => statSync(join(directory, name)).size)
    expect(sizes).toEqual([600, 600])
    expect(await recoveredIds(directory)).toEqual([0, 1, 2, 6, 7, 8])
  })
})

describe.skipIf(!canMount)('as root: a disk of 24 MB', () => {
  /** A separate small file system, removed when the test ends. */
  async function aSmallDisk(): Promise<string> {
    const disk = await aFolder(onTestFinished)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk])
    onTestFinished(() => void execFileSync('umount', [disk]))
    mkdirSync(join(disk, 'journal'))
    return disk
  }

  it('refuses before the disk is full and accepts again when there is space', async () => {
    const disk = await aSmallDisk()
    const limits = { lowWaterBytes: 8 * 1024 * 1024, lowWaterShare: 1 }
    const directory = join(disk, 'journal')
    const journal = await openJournal({ directory, logger: silent, limits })
    onTestFinished(() => journal.close())
    await journal.append([aLine('before')])
    writeFileSync(join(disk, 'filling'), Buffer.alloc(18 * 1024 * 1024))
    await expect
      .poll(() => journal.append([aLine('never')]).catch((error) => error))
      .toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 })
    rmSync(join(disk, 'filling'))
    await expect
      .poll(() => journal.append([aLine('after')]).then(() => 'accepted', String))
      .toBe('accepted')
    await journal.close()
    const ids = await idsIn(directory)
    expect(ids[0]).toBe('before')
    expect(ids.at(-1)).toBe('after')
  })

  it('keeps what it acknowledged when the disk runs full in the middle of a write', async () => {
    const disk = await aSmallDisk()
    const limits = { lowWaterBytes: 0, lowWaterShare: 0 }
    const directory = join(disk, 'journal')
    const journal = await openJournal({ directory, logger: silent, limits })
    onTestFinished(() => journal.close())
    const accepted: string[] = []
    const append = (id: string) =>
      journal.append([aLine(id, 'x'.repeat(200_000))]).then(
        () => accepted.push(id),
        (error) => expect(error).toMatchObject({ kind: 'unavailable' }),
      )
    for (let n = 0; n < 20; n++) {
      await Promise.all(Array.from({ length: 10 }, (_, m) => append(`${n}-${m}`)))
    }
    expect(accepted.length).toBeGreaterThan(50)
    expect(accepted.length).toBeLessThan(200)
    // No data is deleted to free space: the failed file's own tail is released when sealed.
    await journal.close().catch(() => undefined)
    execFileSync('mount', ['-o', 'remount,size=48m', disk])
    expect((await recoveredIds(directory)).sort()).toEqual(accepted.sort())
  })
})
