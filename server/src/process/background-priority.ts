import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Reports, not hits, must wait when the processors do not suffice for both. Nice 10 of 19 is a tenth
 * of the weight of a process at 0.
 */
const behindHits = 10

/** Lowers the priority of a child process. It may have ended already. */
export function giveWay(pid: number): void {
  try {
    setPriority(pid, behindHits)
  } catch (error) {
    if (!isHarmless(error)) throw error
  }
}

/**
 * Some containers and systems do not allow or support it, and everything works without; a process may have ended.
 */
const harmless = ['EPERM', 'EACCES', 'ENOSYS', 'ESRCH']

function isHarmless(error: unknown): boolean {
  const { info } = error as { info?: { code?: string } }
  return info?.code !== undefined && harmless.includes(info.code)
}

/** Lowers the priority of the calling thread. Only Linux has thread priorities; elsewhere this does nothing. */
export function giveWayAsThread(): void {
  if (process.platform === 'linux') giveWay(0)
}

/** 1000 would make it the first of the whole machine, before everything else that runs there. */
const adjustment = '900'

/**
 * Makes a process the one that Linux ends when memory runs out: the one with the highest score. The engine is
 * restarted within a second and loses nothing, while hits are still accepted. Every process may raise the score of
 * its own children; the child may also be gone already.
 */
export function makeOomVictim(pid: number): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, adjustment)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'EROFS'].includes(code)) throw error
  }
}
