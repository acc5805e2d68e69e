import { count, milliseconds, quantile } from '../../measures/table.ts'
import { tortureFullDisk } from '../disk/full.ts'
import { torturePower } from '../disk/power.ts'
import type { Answer } from '../probe.ts'
import type { Scenario } from '../scenario.ts'
import { verdictFailures, verdictRows } from '../verdict-rows.ts'

/** What happens to the disk that all is on; these need root and loop devices. */
export const scenariosOfDisks: Readonly<Record<string, Scenario>> = {
  power: {
    about: 'the power of a disk with the whole installation is cut, so many times (root)',
    amount: 20,
    async run({ amount, seed, say }) {
      const onRound = (round: number) => say(`cut ${round} of ${amount}`)
      const found = await torturePower({ rounds: amount, seed, onRound })
      return {
        title: `Power cuts, ${amount}, seed ${seed}`,
        rows: [
          ...verdictRows(found),
          {
            what: 'start until ready, median',
            measured: milliseconds(quantile(found.startsMs, 0.5)),
          },
          { what: '… longest', measured: milliseconds(Math.max(...found.startsMs)) },
          {
            what: 'reads that missed an acknowledged hit',
            measured: count(found.staleReads),
            floor: '0',
          },
        ],
        failures: found.passed ? [] : [...verdictFailures(found), `kept: ${found.folder}`],
      }
    },
  },
  'full-disk': {
    about: 'the disk fills up and is emptied again (root)',
    amount: 1,
    async run({ seed }) {
      const found = await tortureFullDisk({ seed })
      return {
        title: `A disk that fills up, seed ${seed}`,
        rows: [
          { what: 'a hit, below the mark', measured: told(found.atMark.hit), floor: '503' },
          { what: 'a payment, below the mark', measured: told(found.atMark.payment), floor: '200' },
          { what: 'a hit, disk full', measured: told(found.whenFull.hit), floor: '503' },
          { what: 'a payment, disk full', measured: told(found.whenFull.payment), floor: '503' },
          { what: 'a read, disk full', measured: told(found.whenFull.read) },
          {
            what: 'from room to the next hit and payment',
            measured: milliseconds(found.recoveredMs),
            floor: '10,000 ms',
          },
          ...verdictRows(found),
        ],
        failures: found.passed ? [] : [...verdictFailures(found), `kept: ${found.folder}`],
      }
    },
  },
}

const told = ({ status, ms }: Answer) => `${status ?? 'nothing'} after ${milliseconds(ms)}`
