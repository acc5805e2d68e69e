import type { Row } from '../measures/table.ts'

/** A scenario's findings, as a table, and whether they meet the promise. */
interface Report {
  title: string
  rows: Row[]
  /** Each a sentence about what is wrong; none when the scenario passed. */
  failures: string[]
}

/** One way of being treated badly, and what has to hold afterwards. */
export interface Scenario {
  /** One line for the usage. */
  about: string
  /** How often or how long, when nothing is said: the long form. */
  amount: number
  run(options: ScenarioOptions): Promise<Report>
}

interface ScenarioOptions {
  amount: number
  seed: number
  /** Tells how far it is, now and then. */
  say: (text: string) => void
}
