import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { availableMemoryBytes, parseMemory, shareMemory } from './memory.ts'

const mib = 2 ** 20

function aRoot(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'tributary-memory-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), `${text}\n`)
  }
  return root
}

describe('the memory there is', () => {
  it.each([
    [
      'cgroup v2',
      {
        'proc/self/cgroup': '0::/system.slice/tributary.service',
        'sys/fs/cgroup/system.slice/tributary.service/memory.max': String(512 * mib),
      },
    ],
    [
      'a parent of cgroup v2',
      {
        'proc/self/cgroup': '0::/pod/container',
        'sys/fs/cgroup/pod/memory.max': String(512 * mib),
        'sys/fs/cgroup/pod/container/memory.max': 'max',
      },
    ],
    [
      'cgroup v1',
      {
        'proc/self/cgroup': '8:pids:/x\n4:memory:/x\n0::/',
        'sys/fs/cgroup/memory/x/memory.limit_in_bytes': String(512 * mib),
        'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712',
      },
    ],
    [
      "a container that sees its host's cgroup v1",
      {
        'proc/self/cgroup': '4:cpu,memory:/docker/3f2a',
        'sys/fs/cgroup/memory/memory.limit_in_bytes': String(512 * mib),
      },
    ],
  ])('is the limit of %s', (_, files) => {
    expect(availableMemoryBytes(aRoot(files))).toBe(512 * mib)
  })

  it("is the machine's where nothing limits it", () => {
    expect(availableMemoryBytes(aRoot({}))).toBe(totalmem())
    const files = { 'proc/self/cgroup': '0::/', 'sys/fs/cgroup/memory.max': 'max' }
    expect(availableMemoryBytes(aRoot(files))).toBe(totalmem())
  })

  it.each([
    ['512MB', 512e6],
    ['1.5 GiB', 1.5 * 2 ** 30],
    ['2g', 2e9],
  ])('is %s', (text, bytes) => {
    expect(parseMemory(text)).toBe(bytes)
  })

  it.each(['512', 'much', '100MB', '-1GB', '1e3GB'])('is not %s', (text) => {
    expect(parseMemory(text)).toBeUndefined()
  })
})

it.each([384, 512, 1_024, 2_048, 65_536])('leaves room for the server with %s MiB', (total) => {
  const { engineBytes, statementBytes, answersBytes } = shareMemory(total * mib)
  expect(statementBytes).toBeLessThan(engineBytes)
  expect(engineBytes + Math.min(answersBytes, 128 * mib)).toBeLessThanOrEqual(0.83 * total * mib)
})
