import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'

/** Whether this machine lets a test make system calls of another process fail. */
export const canFailCalls = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/**
 * Until the process ends, such calls (`write,rename`) fail with ENOSPC: on the given files, or on every one.
 * With `times`, only that many calls of each thread fail.
 */
export async function failCalls(
  pid: number | undefined,
  calls: string,
  { files = [], times }: { files?: readonly string[]; times?: number } = {},
): Promise<void> {
  const when = times === undefined ? '' : `:when=1..${times}`
  const rule = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=ENOSPC${when}`]
  const only = files.flatMap((file) => ['-P', file])
  const traced = ['-f', '-q', '-o', '/dev/null', ...only, ...rule, '-p', String(pid)]
  spawn('strace', traced, { stdio: 'ignore' })
  await vi.waitFor(() => expect(untracedThreads(String(pid))).toEqual([]), 60_000)
}

function untracedThreads(pid: string): string[] {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).filter((thread) =>
    /^TracerPid:\t0$/m.test(readFileSync(`${tasks}/${thread}/status`, 'utf8')),
  )
}
