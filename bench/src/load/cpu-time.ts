import { readFile } from 'node:fs/promises'

/** Linux counts them in hundredths of a second, whatever the machine. */
const tickMicroseconds = 10_000

/**
 * Microseconds of processor time that a process has used, or one of its threads: unlike rates, hardly changed by what else
 * the machine has to do. Linux only.
 */
export async function cpuMicroseconds(pid: number, thread?: number): Promise<number> {
  const folder = thread === undefined ? `/proc/${pid}` : `/proc/${pid}/task/${thread}`
  const text = await readFile(`${folder}/stat`, 'utf8')
  // The name before may contain blanks. Of what follows, these are fields 14 and 15 of proc(5).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMicroseconds
}
