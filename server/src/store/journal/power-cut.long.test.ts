import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aFolder, idsIn, silent } from '../../test/journal-folder.ts'
import { openJournal } from './journal.ts'

const child = fileURLToPath(new URL('../../test/processes/journal-child.ts', import.meta.url))

/**
 * FS_IOC_SHUTDOWN without a flush: the file system is in the state of a power cut. The writer is stopped a moment
 * before, because what it acknowledges after a cut does not count: a sync that ext4 aborted halfway can return
 * success.
 */
const cut = `import fcntl, os, signal, struct, sys
disk = os.open(sys.argv[1], os.O_RDONLY)
os.kill(int(sys.argv[2]), signal.SIGSTOP)
while open(f'/proc/{sys.argv[2]}/stat').read().rsplit(')', 1)[1].split()[0] in 'RSD': pass
fcntl.ioctl(disk, 0x8004587d, struct.pack('I', 2))`

const canCutPower =
  process.getuid?.() === 0 &&
  spawnSync('python3', ['--version']).status === 0 &&
  spawnSync('mkfs.ext4', ['-V']).status === 0 &&
  spawnSync('losetup', ['-f']).status === 0

describe.skipIf(!canCutPower)('as root, on a disk image: a power cut', () => {
  it('takes nothing that was acknowledged', { timeout: 120_000 }, async () => {
    const place = await aFolder(onTestFinished)
    const [image, disk] = [join(place, 'disk.img'), join(place, 'disk')]
    mkdirSync(disk)
    execFileSync('truncate', ['-s', '64M', image])
    execFileSync('mkfs.ext4', ['-q', image])
    for (let round = 0; round < 5; round++) {
      execFileSync('mount', ['-o', 'loop', image, disk])
      const directory = join(disk, `journal-${round}`)
      const said = await writeUntilCut(directory, disk, 100 + 150 * round).finally(() =>
        execFileSync('umount', [disk]),
      )

      execFileSync('mount', ['-o', 'loop', image, disk])
      try {
        const journal = await openJournal({ directory, logger: silent })
        await journal.close()
        const found = await idsIn(directory)
        expect(said.accepted.length).toBeGreaterThan(0)
        expect(found).toEqual(expect.arrayContaining(said.accepted))
        expect(said.tried).toEqual(expect.arrayContaining(found))
        expect(found).toEqual([...new Set(found)])
      } finally {
        execFileSync('umount', [disk])
      }
    }
  })
})

/** What a process had tried and what was acknowledged before the power cut. */
async function writeUntilCut(directory: string, disk: string, afterMs: number) {
  // To a file on another disk: a pipe would fill up, as it is not read during the cut.
  const file = `${disk}-said`
  const said = openSync(file, 'w')
  const writer = spawn(process.execPath, [child, directory, '1000000'], {
    stdio: ['ignore', said, 'inherit'],
  })
  closeSync(said)
  const ended = once(writer, 'exit')
  while (statSync(file).size === 0 && writer.exitCode === null) await delay(5)
  await delay(afterMs)
  execFileSync('python3', ['-c', cut, disk, String(writer.pid)])
  writer.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  const text = readFileSync(file, 'utf8')
  const ids = (word: string) =>
    [...text.matchAll(new RegExp(`^${word} (\\d+)$`, 'gm'))].map(([, id]) => Number(id))
  return { tried: ids('tried'), accepted: ids('accepted') }
}
