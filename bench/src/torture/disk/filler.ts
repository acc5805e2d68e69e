import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Disk } from './disk.ts'

/** Reads `seconds bytes` from each line: waits that long, then fills the disk until only that much is left. */
const program = `import os, sys, time
folder = os.path.join(sys.argv[1], 'filling')
number = 0
for line in iter(sys.stdin.readline, ''):
    wait, left = line.split()
    time.sleep(float(wait))
    for attempt in range(4):
        room = os.statvfs(sys.argv[1])
        take = room.f_bavail * room.f_frsize - int(left)
        if take <= 0: break
        number += 1
        try:
            os.makedirs(folder, exist_ok=True)
            file = os.open(os.path.join(folder, 'quick-%d' % number), os.O_CREAT | os.O_WRONLY)
            try: os.posix_fallocate(file, 0, take)
            finally: os.close(file)
        except OSError: pass
    print('filled', flush=True)
`

/** Fills a disk within a millisecond, so that it is full in the middle of an operation. */
export class Filler {
  #child: ChildProcessByStdio<Writable, Readable, null>
  #lines: Interface

  constructor(disk: Disk) {
    this.#child = spawn('python3', ['-u', '-c', program, disk.mount], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#lines = createInterface({ input: this.#child.stdout })
  }

  /** Resolves when only this many bytes are free, after waiting this many milliseconds. */
  async fillUpTo(freeBytes: number, waitMs = 0): Promise<void> {
    const filled = once(this.#lines, 'line')
    this.#child.stdin.write(`${waitMs / 1000} ${freeBytes}\n`)
    await filled
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.stdin.end()
    await ended
  }
}
