import { writeSync } from 'node:fs'
import { AppError } from '../../errors.ts'
import { openJournal } from '../../store/journal/journal.ts'
import { aLine, silent } from '../journal-folder.ts'

// A process whose system calls a test lets fail: appends lines, 3 at a time, to the journal in argv[2] and prints
// which were tried, accepted and refused. argv[3]: how many lines; argv[4]: after this many refusals it waits until
// appending is possible again.
const [directory = '', count = '30', patience = '3'] = process.argv.slice(2)
const say = (text: string) => writeSync(1, `${text}\n`)

const journal = await openJournal({ directory, logger: silent, limits: { segmentBytes: 700 } })
say('open')
let refusals = 0
for (let id = 0; id < Number(count); id += 3) {
  await Promise.all([id, id + 1, id + 2].map(append))
  if (refusals >= Number(patience)) {
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    refusals = 0
  }
}
await journal.close()
say('closed')

async function append(id: number): Promise<void> {
  say(`tried ${id}`)
  try {
    await journal.append([aLine(id, 'x'.repeat(100))])
    say(`accepted ${id}`)
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'unavailable')) throw error
    refusals++
    say(`refused ${id}`)
  }
}
