/**
 * `npm run bench [-- felt ingest linking mixed page reconciliation reports sizes small start workers] [-- --events 1000000,10000000]
 * [--questions 200] [--copies 1] [--memory 512] [--clicks 100] [--keep FOLDER] [--folder FOLDER]`: the
 * measurements that the design sets floors for, printed as Markdown tables. Nothing here is ever a test.
 *
 * `--events` is how many there are in the store for `reports` and `start` (none without it), and in each of ten sites
 * for `mixed`. Beyond
 * 20 million, sites of a million events a month fill the store. `--questions` is how many `reports` draws,
 * `--copies` how many times its site has these events, each time of other visitors. `--memory` is how many MB `small` has. With `--keep`, what was loaded is stored
 * in FOLDER and the next run of the same part and size begins where loading ended. `--clicks` is how many `felt` makes;
 * `felt` and `page` take `--folder`, a copy of any data folder, instead of a generated shop.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureFelt } from './measures/felt.ts'
import { measureHeaders } from './measures/headers.ts'
import { measureIngest } from './measures/ingest.ts'
import { measureLinking } from './measures/linking.ts'
import { measureMixed } from './measures/mixed.ts'
import { measurePage } from './measures/page.ts'
import { measureReconciliation } from './measures/reconciliation.ts'
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
    copies: { type: 'string', default: '1' },
    memory: { type: 'string', default: '512' },
    clicks: { type: 'string', default: '100' },
    keep: { type: 'string' },
    folder: { type: 'string' },
  },
})
const events = (values.events ?? '1000000,10000000').split(',').map(Number)
const keepIn = (name: string) => values.keep && join(values.keep, name)
const parts = positionals.length > 0 ? positionals : ['sizes', 'ingest', 'reports']
const print = (text: string) => process.stdout.write(`${text}\n`)

print(machine())
for (const part of parts) {
  if (part === 'sizes') print(table('What browsers fetch', await measureSizes()))
  else if (part === 'ingest') {
    print(table('Taking in', await measureIngest()))
    print(table('Reading headers', measureHeaders()))
  } else if (part === 'workers') print(table('Intake workers', await measureWorkers()))
  else if (part === 'start') {
    const stored = values.events === undefined ? 0 : (events[0] ?? 0)
    const rows = await measureStart(stored, keepIn(`reports-${stored}`))
    print(table(`Starting, ${count(stored)} events in the store`, rows))
  } else if (part === 'small') {
    const [size = 0] = events
    const mebibytes = Number(values.memory)
    const rows = await measureSmall({ events: size, mebibytes, keepIn: values.keep })
    print(table(`${mebibytes} MB and one processor, ${count(size)} events in the store`, rows))
  } else if (part === 'linking') print(table('Right links by time', measureLinking()))
  else if (part === 'page') {
    const rows = await measurePage({ folder: values.folder, keepIn: keepIn('page') })
    print(table('The site page on a throttled phone', rows))
  } else if (part === 'felt') {
    const folder = values.folder
    // Without a size it is that of `page`, which can be stored for both.
    const size = values.events === undefined ? undefined : events[0]
    const rows = await measureFelt({
      ...{ folder, clicks: Number(values.clicks) },
      ...(size !== undefined && { events: size }),
      keepIn: keepIn(size === undefined ? 'page' : `reports-${size}`),
    })
    print(table('From a click to its figures', rows))
  } else if (part === 'reports') {
    const copies = Number(values.copies)
    for (const size of events) {
      print(
        table(
          `Reports, each question asked once, ${count(size * copies)} events in the store`,
          await measureReports({
            ...{ events: size, copies, questions: Number(values.questions) },
            keepIn: keepIn(`reports-${size}`),
          }),
        ),
      )
    }
  } else if (part === 'reconciliation') {
    print(table('Importing and reconciling a year', await measureReconciliation()))
  } else if (part === 'mixed') {
    const [size = 0] = events
    const rows = await measureMixed(size, keepIn(`mixed-${size}`))
    print(table(`Ingestion with ten dashboards, ${count(size)} events of each site`, rows))
  } else
    throw new Error(
      `${part} is no measurement: felt, ingest, linking, mixed, page, reconciliation, reports, sizes, small, start and workers are`,
    )
}
