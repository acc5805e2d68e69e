import { count, milliseconds, quantile } from '../../measures/table.ts'
import { tortureFailingDisk } from '../disk/failing.ts'
import { tortureFullDisk } from '../disk/full.ts'
import { torturePower } from '../disk/power.ts'
import { tortureRefilledDisk } from '../disk/refill.ts'
import { tortureSlowDisk } from '../disk/slow.ts'
import { tortureUnreadable } from '../disk/unreadable.ts'
import type { Answer } from '../probe.ts'
import type { Scenario } from '../scenario.ts'
import { verdictFailures, verdictRows } from '../verdict-rows.ts'

/** Scenarios of a failing disk; these need root and loop devices. */
export const scenariosOfDisks: Readonly<Record<string, Scenario>> = {
  power: powerCuts({
    about: 'the power of a disk with the whole installation is cut, N times (root)',
    amount: 20,
    journalApart: false,
  }),
  'power-of-one': powerCuts({
    about:
      'the journal is on a disk of its own, and the power of one of the two is cut in turn (root)',
    amount: 12,
    journalApart: true,
  }),
  'slow-disk': {
    about: 'each sync of the disk takes N milliseconds, under 500 hits a second (strace, root)',
    amount: 200,
    async run({ amount }) {
      const load = { hitsPerSecond: 500, paymentsPerSecond: 0.2, seconds: 20 }
      const found = await tortureSlowDisk({ syncMs: amount, ...load })
      const { payments } = found
      return {
        title: `A disk whose syncs take ${amount} ms, 500 hits a second and 4 payments in 20 s`,
        rows: [
          { what: 'hits acknowledged', measured: count(found.acknowledged) },
          { what: '… refused with 503', measured: count(found.refused) },
          { what: '… … time to the 503, p99', measured: milliseconds(found.refusalP99Ms) },
          {
            what: '… without an answer for 10 s',
            measured: count(found.notTaken - found.refused),
          },
          { what: '… stored', measured: count(found.stored), floor: 'as acknowledged' },
          { what: '… waited, p50', measured: milliseconds(found.hitP50Ms) },
          { what: '… p99', measured: milliseconds(found.hitP99Ms) },
          { what: 'payments', measured: `${payments.taken} of ${payments.sent}` },
          { what: '… waited, p50', measured: milliseconds(payments.p50Ms) },
          { what: '… longest', measured: milliseconds(payments.longestMs) },
          { what: 'memory before', measured: megabytes(found.calmBytes) },
          { what: '… at the end', measured: megabytes(found.slowBytes) },
          { what: 'exit code of the stop', measured: String(found.exitCode) },
        ],
        failures: found.passed ? [] : ['what was acknowledged is not stored'],
      }
    },
  },
  unreadable: {
    about: 'every read of a file fails for the engine, then for the server, N seconds (strace)',
    amount: 30,
    async run({ amount, seed }) {
      const found = await tortureUnreadable({ seconds: amount, seed })
      const answers = Object.entries(found.statuses).map(([what, statuses]) => ({
        what: `${what} cannot read`,
        measured: Object.entries(statuses)
          .map(([status, times]) => `${count(times)} × ${status}`)
          .join(', '),
      }))
      return {
        title: `A disk that cannot be read, ${amount} s for each, seed ${seed}`,
        rows: [
          ...answers,
          {
            what: 'reports that lacked something',
            measured: count(found.wrongAnswers),
            floor: '0',
          },
          {
            what: 'from its return to the next of all',
            measured: milliseconds(Math.max(...found.recoveredMs)),
            floor: '10,000 ms',
          },
          ...verdictRows(found),
        ],
        failures: found.passed ? [] : [...verdictFailures(found), 'see the answers meanwhile'],
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
          { what: 'a hit, below the mark', measured: inWords(found.atMark.hit), floor: '503' },
          {
            what: 'a payment, below the mark',
            measured: inWords(found.atMark.payment),
            floor: '200',
          },
          { what: 'a hit, disk full', measured: inWords(found.whenFull.hit), floor: '503' },
          { what: 'a payment, disk full', measured: inWords(found.whenFull.payment), floor: '503' },
          { what: 'a read, disk full', measured: inWords(found.whenFull.read) },
          {
            what: 'from free space to the next hit and payment',
            measured: milliseconds(found.recoveredMs),
            floor: '10,000 ms',
          },
          ...verdictRows(found),
        ],
        failures: found.passed ? [] : [...verdictFailures(found), `saved: ${found.folder}`],
      }
    },
  },
  'refilled-disk': {
    about: 'the disk fills up at each step of what the server does on it, N times (root)',
    amount: 200,
    async run({ amount, seed, say }) {
      const onRound = (round: number) => say(`round ${round} of ${amount}`)
      const found = await tortureRefilledDisk({ rounds: amount, seed, onRound })
      const steps = Object.entries(found.filledAt).map(([step, times]) => ({
        what: `full when ${step}`,
        measured: count(times),
      }))
      return {
        title: `A disk that fills up and is emptied, ${found.rounds} rounds, seed ${seed}`,
        rows: [
          ...steps,
          { what: 'killed while it was full', measured: count(found.kills) },
          ...verdictRows(found),
          {
            what: 'from free space to the next of all, median',
            measured: milliseconds(quantile(found.recoveredMs, 0.5)),
          },
          { what: '… longest', measured: milliseconds(Math.max(...found.recoveredMs)) },
        ],
        failures: found.passed ? [] : [...verdictFailures(found), `saved: ${found.folder}`],
      }
    },
  },
  'failing-disk': {
    about: 'the disk runs out of inodes, is full under a merge, and turns read-only (root)',
    amount: 1,
    async run({ seed }) {
      const found = await tortureFailingDisk({ seed })
      const { withoutInodes, readOnly } = found
      return {
        title: `A failing disk, seed ${seed}`,
        rows: [
          { what: 'a hit, no inodes', measured: inWords(withoutInodes.hit) },
          { what: 'a payment, no inodes', measured: inWords(withoutInodes.payment) },
          { what: 'a read, no inodes', measured: inWords(withoutInodes.read) },
          { what: 'from inodes to the next of all', measured: milliseconds(found.inodesBackMs) },
          { what: 'a merge, disk full', measured: found.mergeWhenFull },
          { what: 'a checkpoint, disk full', measured: found.checkpointWhenFull },
          { what: 'from free space to the next of all', measured: milliseconds(found.roomBackMs) },
          { what: 'a hit, read-only', measured: inWords(readOnly.hit), floor: '503' },
          { what: 'a payment, read-only', measured: inWords(readOnly.payment), floor: '503' },
          { what: 'a read, read-only', measured: inWords(readOnly.read) },
          { what: 'start on the repaired disk', measured: milliseconds(found.startMs) },
          ...verdictRows(found),
        ],
        failures: found.passed ? [] : [...verdictFailures(found), `saved: ${found.folder}`],
      }
    },
  },
}

function powerCuts(of: { about: string; amount: number; journalApart: boolean }): Scenario {
  const { about, amount: usual, journalApart } = of
  return {
    about,
    amount: usual,
    async run({ amount, seed, say }) {
      const onRound = (round: number) => say(`cut ${round} of ${amount}`)
      const found = await torturePower({ rounds: amount, seed, journalApart, onRound })
      return {
        title: `Power cuts, ${amount}, seed ${seed}${journalApart ? ', of one of two disks' : ''}`,
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
        failures: found.passed ? [] : [...verdictFailures(found), `saved: ${found.folder}`],
      }
    },
  }
}

const megabytes = (bytes: number) => `${count(bytes / 1e6)} MB`

const inWords = ({ status, ms }: Answer) => `${status ?? 'nothing'} after ${milliseconds(ms)}`
