import type { Row } from '../measures/table.ts'

/** A scenario's findings, as a table, and whether they meet the promise. */
interface Report {
  title: string
  rows: Row[]
  /** Each a sentence about what is wrong; none when the scenario passed. */
  failures: string[]
}

/** One way to disturb an installation, and what must hold afterwards. */
export interface Scenario {
  /** One line for the usage. */
  about: string
  /** How often or how long by default: the long form. */
  amount: number
  run(options: ScenarioOptions): Promise<Report>
}

interface ScenarioOptions {
  amount: number
  seed: number
  /** Reports progress from time to time. */
  say: (text: string) => void
}
