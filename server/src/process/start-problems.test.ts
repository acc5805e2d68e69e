import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { compileCacheFolder } from './compile-cache.ts'
import { machineProblem } from './start-problems.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tributary-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const compiled = compileCacheFolder()

interface Ended {
  code: number
  stderr: string
}

/** Starts a server that is expected to end by itself. `before` is code that runs first in its process. */
function start(settings: Record<string, string>, before = ''): Promise<Ended> {
  const parameters = ['--import', `data:text/javascript,${encodeURIComponent(before)}`, main]
  const env = {
    PATH: '/usr/bin:/bin',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder, 'data'),
    ...(compiled && { NODE_COMPILE_CACHE: compiled }),
    ...settings,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, { env }, (error, _stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stderr })
    })
  })
}

/** One line, and no stack trace. */
function sentence(text: string): Ended {
  return { code: 1, stderr: `${text}\n` }
}

describe('a start that cannot succeed says what is wrong and what to do, and ends with 1', () => {
  it('on a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await start({ PORT: String(port) })).toEqual(
      sentence(
        `Port ${port} of 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.`,
      ),
    )
    other.close()
  })

  it('on an address that this machine does not have', async () => {
    expect(await start({ HOST: '192.0.2.1', PORT: '18999' })).toEqual(
      sentence(
        'HOST is 192.0.2.1, which is no address of this machine (EADDRNOTAVAIL). Set it to one, such as 127.0.0.1 or 0.0.0.0.',
      ),
    )
  })

  it('in a folder that cannot be written', async () => {
    const place = process.platform === 'linux' ? '/sys/tributary' : '/System/tributary'
    const { code, stderr } = await start({ DATA_DIR: place })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^DATA_DIR \(\S+\) cannot be used: (this user may not write to it|its disk is read-only)( \(\S+\))?\. Give it to the user that Tributary runs as, or set DATA_DIR to another folder\.\n$/,
    )
  })

  it.runIf(process.platform === 'linux')('where no folder can be made', async () => {
    const { code, stderr } = await start({ DATA_DIR: '/proc/tributary/data' })
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('cannot be used: it is missing and could not be created'),
    ])
  })

  it('where a file is in the way', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { code, stderr } = await start({ DATA_DIR: join(file, 'data') })
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('cannot be used: a file is in its way'),
    ])
    expect(stderr.split('\n')).toHaveLength(2)
  })

  it('on a Node that is too old', async () => {
    const before =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })"
    expect(await start({}, before)).toEqual(
      sentence(
        'Tributary needs Node 24 or newer, and this is Node 20.20.2. Use the one that comes with the packages: npm start or npm run cli.',
      ),
    )
  })

  it('on a system that the engine is not built for', async () => {
    const before = "Object.defineProperty(process, 'platform', { value: 'freebsd' })"
    const { code, stderr } = await start({}, before)
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`no build for freebsd-${process.arch}.`),
    ])
    expect(stderr.split('\n')).toHaveLength(2)
  })

  it('with too little memory', async () => {
    const before =
      "import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'; os.totalmem = () => 268435456; syncBuiltinESMExports()"
    expect(await start({}, before)).toEqual(
      sentence(
        'There are 268 MB of memory, and Tributary needs 384 MB. Give the machine or container more, or set CLICKHOUSE_URL to a ClickHouse server.',
      ),
    )
  })
})

it('recognises musl by the memory map of the process', () => {
  const line = (file: string) => `7f0000000000-7f0000001000 r-xp 00000000 08:01 42 ${file}\n`
  const machine = { platform: 'linux-x64', memoryBytes: 1e9 }
  const musl = line('/lib/ld-musl-x86_64.so.1')
  expect(machineProblem({ ...machine, memoryMap: musl })).toMatch(/^The embedded .* musl/)
  const glibc = line('/usr/lib/x86_64-linux-gnu/libc.so.6')
  expect(machineProblem({ ...machine, memoryMap: glibc })).toBeUndefined()
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe.skipIf(!canMount)('as root: a disk of 24 MB', () => {
  it('is refused for a new installation', async () => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk])
    try {
      const { code, stderr } = await start({ DATA_DIR: join(disk, 'data') })
      expect(code).toBe(1)
      expect(stderr).toMatch(
        /^The disk of DATA_DIR \(\S+\) has 2\d MB free, and a new installation needs 100 MB\. .*\n$/,
      )
    } finally {
      execFileSync('umount', [disk])
    }
  })
})
