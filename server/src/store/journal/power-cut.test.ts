import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aFolder, idsIn, silent } from '../../test/journal-folder.ts'
import { openJournal } from './journal.ts'

const child = fileURLToPath(new URL('../../test/journal-child.ts', import.meta.url))

/** FS_IOC_SHUTDOWN, flush nothing: the file system sees what it sees when the power goes. */
const cut = `import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587d, struct.pack('I', 2))`

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
        expect(said.kept.length).toBeGreaterThan(0)
        expect(found).toEqual(expect.arrayContaining(said.kept))
        expect(said.tried).toEqual(expect.arrayContaining(found))
        expect(found).toEqual([...new Set(found)])
      } finally {
        execFileSync('umount', [disk])
      }
    }
  })
})

/** What a process had tried and been promised when the power went. */
async function writeUntilCut(directory: string, disk: string, afterMs: number) {
  const writer = spawn(process.execPath, [child, directory, '1000000'])
  let text = ''
  writer.stdout.on('data', (chunk) => {
    text += chunk
  })
  const ended = once(writer, 'close')
  await once(writer.stdout, 'data')
  await delay(afterMs)
  execFileSync('python3', ['-c', cut, disk])
  await delay(20)
  writer.kill('SIGKILL')
  await ended
  const ids = (word: string) =>
    [...text.matchAll(new RegExp(`^${word} (\\d+)$`, 'gm'))].map(([, id]) => Number(id))
  return { tried: ids('tried'), kept: ids('kept') }
}
