import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { unchangedFileMappings, whenIdle } from './unused-memory.ts'

const mapping = (range: string, access: string, figures: Record<string, number>) =>
  [
    `${range} ${access} 00000000 fe:00 1234                      /opt/library with space.so`,
    'Size:               4096 kB',
    ...Object.entries(figures).map(([name, value]) => `${name}:          ${value} kB`),
    'VmFlags: rd ex mr mw me sd',
  ].join('\n')

describe('code that may be dropped from memory', () => {
  it('is read-only pages of files that are as the file has them', () => {
    const smaps = [
      mapping('1000-2000', 'r-xp', { Rss: 4000, Private_Dirty: 0, Anonymous: 0 }),
      mapping('2000-3000', 'r--p', { Rss: 3000, Private_Dirty: 12, Anonymous: 12 }),
      mapping('3000-4000', 'rw-p', { Rss: 2000, Private_Dirty: 0, Anonymous: 0 }),
      mapping('4000-5000', 'r--p', { Rss: 1000, Private_Dirty: 0, Anonymous: 0 }),
      '5000-6000 r-xp 00000000 00:00 0          [vdso]',
      'Rss:    4 kB',
    ].join('\n')
    expect(unchangedFileMappings(smaps)).toEqual([
      { start: 0x1000n, end: 0x2000n, residentKilobytes: 4000 },
      { start: 0x4000n, end: 0x5000n, residentKilobytes: 1000 },
    ])
  })

  it('is nothing where the kernel does not say what was changed', () => {
    expect(unchangedFileMappings(mapping('1000-2000', 'r-xp', { Rss: 4000 }))).toEqual([])
  })
})

/** What a process prints that runs a module with these functions, parsed. */
function run(program: string) {
  const file = JSON.stringify(fileURLToPath(new URL('./unused-memory.ts', import.meta.url)))
  const imports = `import { readFileSync } from 'node:fs'
    import { collectGarbage, releaseCodePages } from ${file}`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `${imports}\n${program}`],
    { encoding: 'utf8' },
  )
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout)
}

describe.runIf(process.platform === 'linux')('a process', () => {
  it('is smaller without its unused code, and keeps running', () => {
    const { before, after, last } = run(`
      const status = () => readFileSync('/proc/self/status', 'utf8')
      // The kernel counts files of a tmpfs as shared memory.
      const resident = () =>
        [...status().matchAll(/^Rss(?:File|Shmem):\\s+(\\d+)/gm)].reduce((sum, [, kB]) => sum + Number(kB), 0)
      const before = resident()
      await releaseCodePages()
      const after = resident()
      const sorted = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000).sort((a, b) => a - b)
      console.log(JSON.stringify({ before, after, last: sorted.at(-1) }))`)
    expect(after).toBeLessThan(before * 0.8)
    expect(last).toBe(999)
  })

  it('is smaller without the garbage of its start', () => {
    const { before, after } = run(`
      const resident = () => process.memoryUsage.rss()
      let held = []
      for (let i = 0; i < 2e6; i++) held[i % 3e5] = { i }
      held = []
      const before = resident()
      await collectGarbage()
      console.log(JSON.stringify({ before, after: resident() }))`)
    expect(after).toBeLessThan(before * 0.8)
  })
})

describe('a moment with little to do', () => {
  /** After how many seconds of work it was found, by a process that has work for some. */
  function found(busySeconds: number, mostLooks: number): Promise<number> {
    let seconds = 0
    const cpuMs = () => {
      seconds = Math.min(seconds + 1, busySeconds)
      return seconds * 1_000
    }
    return new Promise((resolve) => {
      whenIdle(() => resolve(seconds), { lookEveryMs: 1, mostLooks }, cpuMs)
    })
  }

  it('comes after the work, and is not waited for without end', async () => {
    expect(await found(0, 10)).toBe(0)
    expect(await found(9, 100)).toBe(9)
    expect(await found(1_000, 3)).toBe(6)
  })
})
