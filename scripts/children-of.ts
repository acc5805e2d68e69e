import { readFile } from 'node:fs/promises'

/** The ids of the processes that one has started from its main thread, as Linux knows them. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}
