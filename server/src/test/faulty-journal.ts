import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openJournal } from '../store/journal/journal.ts'
import { idsIn, silent } from './journal-folder.ts'

export const journalChild = fileURLToPath(new URL('./processes/journal-child.ts', import.meta.url))
export const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** Appends to a journal with strace's `inject=` fault, in a separate process; returns its output. */
export function runJournal(directory: string, fault: string, lines = 30, patience = 3) {
  const command = [process.execPath, journalChild, directory, String(lines), String(patience)]
  const strace = ['-f', '-q', '-o', '/dev/null', '-e', 'trace=pwrite64,fsync,rename,unlink']
  const { stdout } = spawnSync('strace', [...strace, '-e', `inject=${fault}`, ...command], {
    encoding: 'utf8',
    // strace counts calls by thread, so all of them must come from one.
    env: { UV_THREADPOOL_SIZE: '1' },
    // Tracing slows the start; nothing here depends on how long it takes.
    timeout: 60_000,
  })
  const ids = (word: string) => printedIds(stdout, word)
  return {
    said: stdout.split('\n'),
    tried: ids('tried'),
    accepted: ids('accepted'),
    refused: ids('refused'),
  }
}

export function printedIds(stdout: string, word: string): number[] {
  const said = stdout.split('\n').filter((line) => line.startsWith(`${word} `))
  return said.map((line) => Number(line.split(' ')[1]))
}

/** The ids in a journal that is opened after a fault. */
export async function recoveredIds(directory: string): Promise<unknown[]> {
  const journal = await openJournal({ directory, logger: silent })
  await journal.close()
  return idsIn(directory)
}
