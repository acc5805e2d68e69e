/**
 * `npm run bench -- [measurement…] [options]`: what the design sets floors for, printed as Markdown tables. Nothing
 * here is ever a test. `npm run bench -- --help` lists measurements and options.
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
import { count, machine, type Row, table } from './measures/table.ts'
import { measureWorkers } from './measures/workers.ts'

const options = {
  events: { type: 'string' },
  questions: { type: 'string', default: '200' },
  copies: { type: 'string', default: '1' },
  memory: { type: 'string', default: '512' },
  clicks: { type: 'string', default: '100' },
  keep: { type: 'string' },
  folder: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const aboutOptions = `
  --events N,N…    how many are stored: 1000000,10000000 by default, and none for start; of mixed in each of ten
                   sites; beyond 20 million, sites of a million a month
  --questions N    how many questions reports asks, 200 by default
  --copies N       how many times the site of reports has these events, each time of other visitors
  --memory N       megabytes for small, 512 by default
  --clicks N       how many clicks felt makes, 100 by default
  --keep FOLDER    where what was loaded is stored; the next run of the same part and size begins there
  --folder FOLDER  a copy of any data folder for felt and page, instead of a generated shop`

type Given = ReturnType<typeof readGiven>['values']

interface Measurement {
  about: string
  /** The measured tables by their titles, each as soon as it is there. */
  run(given: Given): AsyncGenerator<[title: string, rows: Row[]]>
}

const measurements: Readonly<Record<string, Measurement>> = {
  sizes: {
    about: 'the scripts that browsers fetch',
    async *run() {
      yield ['What browsers fetch', await measureSizes()]
    },
  },
  ingest: {
    about: 'hits and batches per second, next to a bare server',
    async *run() {
      yield ['Taking in', await measureIngest()]
      yield ['Reading headers', measureHeaders()]
    },
  },
  reports: {
    about: 'questions drawn at random, each asked once',
    async *run(given) {
      const copies = Number(given.copies)
      for (const events of sizesOf(given)) {
        const all = count(events * copies)
        const title = `Reports, each question asked once, ${all} events in the store`
        const sized = { events, copies, questions: Number(given.questions) }
        yield [
          title,
          await measureReports({ ...sized, keepIn: keepIn(given, `reports-${events}`) }),
        ]
      }
    },
  },
  start: {
    about: 'from the start to the first hit and report',
    async *run(given) {
      const [events = 0] = given.events === undefined ? [] : sizesOf(given)
      const rows = await measureStart(events, keepIn(given, `reports-${events}`))
      yield [`Starting, ${count(events)} events in the store`, rows]
    },
  },
  small: {
    about: 'everything in a small cgroup with one processor',
    async *run(given) {
      const [events = 0] = sizesOf(given)
      const mebibytes = Number(given.memory)
      const rows = await measureSmall({ events, mebibytes, keepIn: given.keep })
      yield [`${mebibytes} MB and one processor, ${count(events)} events in the store`, rows]
    },
  },
  workers: {
    about: 'intake with one and with several workers',
    async *run() {
      yield ['Intake workers', await measureWorkers()]
    },
  },
  mixed: {
    about: 'hits while ten dashboards are open',
    async *run(given) {
      const [events = 0] = sizesOf(given)
      const rows = await measureMixed(events, keepIn(given, `mixed-${events}`))
      yield [`Ingestion with ten dashboards, ${count(events)} events of each site`, rows]
    },
  },
  felt: {
    about: 'from a click to its figures, in a browser',
    async *run(given) {
      // Without a size it is that of `page`, which can be stored for both.
      const [events] = given.events === undefined ? [] : sizesOf(given)
      const rows = await measureFelt({
        ...{ folder: given.folder, clicks: Number(given.clicks) },
        ...(events !== undefined && { events }),
        keepIn: keepIn(given, events === undefined ? 'page' : `reports-${events}`),
      })
      yield ['From a click to its figures', rows]
    },
  },
  page: {
    about: 'the dashboard on a throttled phone',
    async *run(given) {
      const rows = await measurePage({ folder: given.folder, keepIn: keepIn(given, 'page') })
      yield ['The site page on a throttled phone', rows]
    },
  },
  linking: {
    about: 'right links of payments by time',
    async *run() {
      yield ['Right links by time', measureLinking()]
    },
  },
  reconciliation: {
    about: 'importing and comparing a year of an account',
    async *run() {
      yield ['Importing and reconciling a year', await measureReconciliation()]
    },
  },
}

const sizesOf = ({ events = '1000000,10000000' }: Given) => events.split(',').map(Number)

const keepIn = ({ keep }: Given, name: string) => keep && join(keep, name)

function readGiven() {
  return parseArgs({ allowPositionals: true, options })
}

/** The arguments, or what is wrong with them. */
function readOrRefuse(): ReturnType<typeof readGiven> | string {
  try {
    const given = readGiven()
    const unknown = given.positionals.find((name) => !Object.hasOwn(measurements, name))
    return unknown === undefined ? given : `${unknown} is no measurement`
  } catch (error) {
    return (error as Error).message
  }
}

const given = readOrRefuse()
if (typeof given === 'string' || given.values.help) {
  const list = Object.entries(measurements).map(
    ([name, { about }]) => `  ${name.padEnd(17)}${about}`,
  )
  const usage = `npm run bench -- [measurement…] [options]\n\n${list.join('\n')}\n${aboutOptions}\n`
  if (typeof given !== 'string') process.stdout.write(usage)
  else {
    process.stderr.write(`${given}\n\n${usage}`)
    process.exitCode = 2
  }
} else {
  const names = given.positionals.length > 0 ? given.positionals : ['sizes', 'ingest', 'reports']
  process.stdout.write(`${machine()}\n`)
  for (const name of names) {
    for await (const [title, rows] of measurements[name]?.run(given.values) ?? []) {
      process.stdout.write(`${table(title, rows)}\n`)
    }
  }
}
