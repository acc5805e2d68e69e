/**
 * `npm run bench [-- ingest linking mixed page reports sizes small start workers] [-- --events 1000000,10000000]
 * [--questions 200] [--keep FOLDER]`: the
 * measurements that the design sets floors for, printed as Markdown tables. Nothing here is ever a test.
 *
 * `--events` is how many there are in the store for `reports` and `start` (none without it), and in each of ten sites
 * for `mixed`. Beyond
 * 20 million, sites of a million events a month fill the store. `--questions` is how many `reports` draws. With `--keep`, what was loaded is stored
 * in FOLDER and the next run of the same part and size begins where loading ended.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureIngest } from './measures/ingest.ts'
import { measureLinking } from './measures/linking.ts'
import { measureMixed } from './measures/mixed.ts'
import { measurePage } from './measures/page.ts'
import { measureReports } from './measures/reports.ts'
import { measureSizes } from './measures/sizes.ts'
import { measureSmall } from './measures/small.ts'
import { measureStart } from './measures/start.ts'
import { count, machine, table } from './measures/table.ts'
import { measureWorkers } from './measures/workers.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string' },
    questions: { type: 'string', default: '200' },
    keep: { type: 'string' },
  },
})
const events = (values.events ?? '1000000,10000000').split(',').map(Number)
const keepIn = (name: string) => values.keep && join(values.keep, name)
const parts = positionals.length > 0 ? positionals : ['sizes', 'ingest', 'reports']
const print = (text: string) => process.stdout.write(`${text}\n`)

print(machine())
for (const part of parts) {
  if (part === 'sizes') print(table('What browsers fetch', await measureSizes()))
  else if (part === 'ingest') print(table('Taking in', await measureIngest()))
  else if (part === 'workers') print(table('Intake workers', await measureWorkers()))
  else if (part === 'start') {
    const stored = values.events === undefined ? 0 : (events[0] ?? 0)
    const rows = await measureStart(stored, keepIn(`reports-${stored}`))
    print(table(`Starting, ${count(stored)} events in the store`, rows))
  } else if (part === 'small') {
    const [size = 0] = events
    const rows = await measureSmall({ events: size, keepIn: values.keep })
    print(table(`512 MB and one processor, ${count(size)} events in the store`, rows))
  } else if (part === 'linking') print(table('Right links by time', measureLinking()))
  else if (part === 'page') {
    print(table('The site page on a throttled phone', await measurePage(keepIn('page'))))
  } else if (part === 'reports') {
    for (const size of events) {
      print(
        table(
          `Reports, each question asked once, ${count(size)} events in the store`,
          await measureReports({
            events: size,
            questions: Number(values.questions),
            keepIn: keepIn(`reports-${size}`),
          }),
        ),
      )
    }
  } else if (part === 'mixed') {
    const [size = 0] = events
    const rows = await measureMixed(size, keepIn(`mixed-${size}`))
    print(table(`Ingestion with ten dashboards, ${count(size)} events of each site`, rows))
  } else
    throw new Error(
      `${part} is no measurement: ingest, linking, mixed, page, reports, sizes, small, start and workers are`,
    )
}
