import { count } from '../../measures/table.ts'
import { tortureByClock } from '../clock.ts'
import type { Scenario } from '../scenario.ts'
import { verdictFailures, verdictRows } from '../verdict-rows.ts'

/** What happens to the time of day; needs Debian's faketime. */
export const scenariosOfClocks: Readonly<Record<string, Scenario>> = {
  clock: {
    about: 'the clock is set forward and back by hours, N seconds at each time (faketime)',
    amount: 5,
    async run({ amount, seed }) {
      const found = await tortureByClock({ stayMs: amount * 1000, seed })
      return {
        title: `Clock jumps, ${amount} s at each time, seed ${seed}`,
        rows: [
          { what: 'jumps', measured: count(found.jumps) },
          ...verdictRows(found),
          {
            what: 'reads that missed an acknowledged hit',
            measured: count(found.staleReads),
            floor: '0',
          },
          { what: '… of reads', measured: count(found.reads) },
        ],
        failures: found.passed ? [] : [...verdictFailures(found), `exit code ${found.exitCode}`],
      }
    },
  },
}
