import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'

const folder = '/sys/fs/cgroup/cpu'
/** Short, so that the process is slowed down rather than stopped and started. */
const periodUs = 10_000

/** Whether processes can be given less of a processor here: root, with control groups of version 1. */
export function canSlowDown(): boolean {
  return process.getuid?.() === 0 && existsSync(`${folder}/cpu.cfs_quota_us`)
}

/** Gives a process and its children together a share of one processor. Answers how to tidy up when they have ended. */
export function slowDown(pid: number, share: number): () => void {
  const group = `${folder}/tributary-torture-${pid}`
  mkdirSync(group)
  writeFileSync(`${group}/cpu.cfs_period_us`, String(periodUs))
  writeFileSync(`${group}/cpu.cfs_quota_us`, String(Math.round(periodUs * share)))
  for (const one of [pid, ...childrenOf(pid)]) writeFileSync(`${group}/cgroup.procs`, String(one))
  return () => rmdirSync(group)
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}
