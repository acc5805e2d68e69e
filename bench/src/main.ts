/**
 * `npm run bench [-- ingest linking reports sizes] [-- --events 1000000,10000000]`: the measurements that the
 * design sets floors for, printed as Markdown tables. Nothing here is ever a test.
 */
import { parseArgs } from 'node:util'
import { measureIngest } from './measures/ingest.ts'
import { measureLinking } from './measures/linking.ts'
import { measureReports } from './measures/reports.ts'
import { measureSizes } from './measures/sizes.ts'
import { count, machine, table } from './measures/table.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { events: { type: 'string', default: '1000000,10000000' } },
})
const parts = positionals.length > 0 ? positionals : ['sizes', 'ingest', 'reports']
const print = (text: string) => process.stdout.write(`${text}\n`)

print(machine())
for (const part of parts) {
  if (part === 'sizes') print(table('What browsers fetch', await measureSizes()))
  else if (part === 'ingest') print(table('Taking in', await measureIngest()))
  else if (part === 'linking') print(table('Right links by time', measureLinking()))
  else if (part === 'reports') {
    for (const events of values.events.split(',').map(Number)) {
      print(
        table(
          `Reports over 30 days, ${count(events)} events in the store`,
          await measureReports(events),
        ),
      )
    }
  } else throw new Error(`${part} is no measurement: ingest, linking, reports and sizes are`)
}
