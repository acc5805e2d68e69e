import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** FS_IOC_SHUTDOWN without a flush: the file system is in the state of a power cut. */
const cut = `import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587d, struct.pack('I', 2))`

/** Whether this process may make disks of its own and cut their power. */
export function canMakeDisks(): boolean {
  return (
    process.getuid?.() === 0 &&
    spawnSync('python3', ['--version']).status === 0 &&
    spawnSync('mkfs.ext4', ['-V']).status === 0 &&
    spawnSync('losetup', ['-f']).status === 0
  )
}

/** A separate ext4 file system in a file, to be filled up and to lose its power. */
export class Disk {
  readonly mount: string
  #image: string

  private constructor(folder: string) {
    this.mount = join(folder, 'disk')
    this.#image = join(folder, 'disk.img')
  }

  /** Without the blocks that ext4 reserves for root, which would not be full for the server. */
  static make(folder: string, mebibytes: number, files?: number): Disk {
    const disk = new Disk(folder)
    mkdirSync(disk.mount)
    execFileSync('truncate', ['-s', `${mebibytes}M`, disk.#image])
    const inodes = files === undefined ? [] : ['-N', String(files)]
    execFileSync('mkfs.ext4', ['-q', '-m', '0', ...inodes, disk.#image])
    disk.plugIn()
    return disk
  }

  plugIn(): void {
    execFileSync('mount', ['-o', 'loop,errors=remount-ro', this.#image, this.mount])
  }

  /** Loses what was not flushed, and makes every later call fail. */
  cutPower(): void {
    execFileSync('python3', ['-c', cut, this.mount])
  }

  /**
   * Makes the disk read-only, as after a bad sector: the kernel allows no more writes until it is unplugged and
   * plugged in.
   */
  turnReadOnly(): void {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const [device = ''] = mounts.find((line) => line.split(' ')[1] === this.mount)?.split(' ') ?? []
    writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, '1')
  }

  /** To be called when the processes that use the disk have been ended; the last may take a moment. */
  async unplug(): Promise<void> {
    for (let tries = 0; ; tries++) {
      const { status, stderr } = spawnSync('umount', [this.mount], { encoding: 'utf8' })
      if (status === 0) return
      if (tries > 250) throw new Error(stderr)
      await delay(20)
    }
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.mount)
    return bavail * bsize
  }

  /** Takes room until only so much is free. */
  fillUpTo(freeBytes: number): void {
    const bytes = Math.floor(this.freeBytes - freeBytes)
    if (bytes <= 0) return
    const folder = join(this.mount, 'filling')
    mkdirSync(folder, { recursive: true })
    // Fails when other processes took the space first; then the disk is as full as intended.
    spawnSync('fallocate', ['-l', String(bytes), join(folder, String(freeBytes))])
  }

  /** Makes empty files until there can be no more. */
  useUpInodes(): void {
    const folder = join(this.mount, 'filling')
    mkdirSync(folder, { recursive: true })
    for (let number = 0; ; number++) {
      try {
        writeFileSync(join(folder, `empty-${number}`), '')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
        throw error
      }
    }
  }

  makeRoom(): void {
    rmSync(join(this.mount, 'filling'), { recursive: true, force: true })
  }
}
