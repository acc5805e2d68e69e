import { readFile } from 'node:fs/promises'

/** Linux counts them in hundredths of a second, whatever the machine. */
const tickMicroseconds = 10_000

/**
 * Microseconds of processor time used by a process or one of its threads. Unlike rates, it hardly changes when the
 * machine is busy. Linux only.
 */
export async function cpuMicroseconds(pid: number, thread?: number): Promise<number> {
  const folder = thread === undefined ? `/proc/${pid}` : `/proc/${pid}/task/${thread}`
  const text = await readFile(`${folder}/stat`, 'utf8')
  // The name before may contain blanks. Of what follows, these are fields 14 and 15 of proc(5).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMicroseconds
}
