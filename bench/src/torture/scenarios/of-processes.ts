import { count, milliseconds, quantile } from '../../measures/table.ts'
import { tortureInserts } from '../insert-kills.ts'
import { tortureLateHits } from '../late.ts'
import { runNodes } from '../nodes/run-nodes.ts'
import { tortureByOutage } from '../outage.ts'
import type { Answer } from '../probe.ts'
import type { Scenario } from '../scenario.ts'
import { tortureStop } from '../stop.ts'
import { torture } from '../torture.ts'
import { verdictFailures, verdictRows } from '../verdict-rows.ts'

/** What happens to processes: killed, cut off, stopped. */
export const scenariosOfProcesses: Readonly<Record<string, Scenario>> = {
  kills: {
    about: 'kill -9 of server and engine at random moments, N rounds',
    amount: 200,
    async run({ amount, seed, say }) {
      const onRound = (round: number) => say(`round ${round} of ${amount}`)
      const found = await torture({ rounds: amount, seed, onRound })
      return {
        title: `Kills, ${amount} rounds, seed ${seed}`,
        rows: [
          { what: 'kills of the server', measured: count(found.serverKills) },
          { what: 'kills of the engine', measured: count(found.engineKills) },
          ...verdictRows(found),
          {
            what: 'reads that missed an acknowledged hit',
            measured: count(found.staleReads),
            floor: '0',
          },
          { what: '… of reads', measured: count(found.reads) },
          {
            what: 'start until ready, median',
            measured: milliseconds(quantile(found.startsMs, 0.5)),
          },
          {
            what: '… p95',
            measured: milliseconds(quantile(found.startsMs, 0.95)),
            floor: '2,000 ms',
          },
        ],
        failures: found.passed
          ? []
          : [...verdictFailures(found), `saved for inspection: ${found.folder}`],
      }
    },
  },
  inserts: {
    about:
      'kill -9 of server and engine at each step between journal, events and sessions, N rounds',
    amount: 60,
    async run({ amount, seed, say }) {
      const onRound = (round: number) => say(`round ${round} of ${amount}`)
      const found = await tortureInserts({ rounds: amount, seed, onRound })
      return {
        title: `Kills between journal, events and sessions, ${amount} rounds, seed ${seed}`,
        rows: [
          ...Object.entries(found.kills).map(([step, kills]) => ({
            what: `killed when ${step}`,
            measured: count(kills),
          })),
          { what: 'rounds whose step never came', measured: count(found.missed) },
          {
            what: 'kills that left an insert in one table alone',
            measured: count(found.apart),
          },
          ...verdictRows(found),
          {
            what: 'reads that missed an acknowledged hit',
            measured: count(found.staleReads),
            floor: '0',
          },
        ],
        failures: found.passed
          ? []
          : [
              ...verdictFailures(found),
              `first in round ${found.failedRound}`,
              `saved for inspection: ${found.folder}`,
            ],
      }
    },
  },
  'late-hits': {
    about: 'kill -9 of server and engine while late hits change stored visits, N rounds',
    amount: 60,
    async run({ amount, seed, say }) {
      const onRound = (round: number) => say(`round ${round} of ${amount}`)
      const found = await tortureLateHits({ rounds: amount, seed, onRound })
      return {
        title: `Kills while late hits change visits, ${amount} rounds, seed ${seed}`,
        rows: [
          { what: 'kills of the server', measured: count(found.serverKills) },
          { what: '… with visits left to place', measured: count(found.leftToPlace) },
          { what: '… while hits were moved', measured: count(found.leftMoving) },
          { what: 'kills of the engine', measured: count(found.engineKills) },
          ...verdictRows(found),
          { what: 'wrong visits', measured: count(found.wrongVisits.length), floor: '0' },
          { what: 'visits never placed', measured: count(found.stillNoted), floor: '0' },
        ],
        failures: found.passed
          ? []
          : [
              ...verdictFailures(found),
              ...found.wrongVisits.slice(0, 20),
              `saved for inspection: ${found.folder}`,
            ],
      }
    },
  },
  nodes: {
    about: 'three nodes on one Postgres, Redis and engine, killed and cut off, N rounds',
    amount: 3,
    async run({ amount, seed }) {
      const found = await runNodes({ rounds: amount, seed })
      return {
        title: `Three nodes, ${amount} rounds, seed ${seed}`,
        rows: [
          ...Object.entries(found.events).map(([what, n]) => ({ what, measured: count(n) })),
          ...verdictRows(found),
          { what: 'jobs begun twice', measured: count(found.jobsDoneTwice.length), floor: '0' },
          {
            what: 'from the end of a cut to the next payment',
            measured: milliseconds(Math.max(...found.recoveriesMs)),
            floor: '5,000 ms',
          },
          {
            what: 'a revoked key was last taken, asked after',
            measured: milliseconds(found.keyTakenMs),
            floor: '1,000 ms',
          },
          {
            what: 'a changed setting was last not followed, asked after',
            measured: milliseconds(found.settingMissedMs),
            floor: '2,000 ms',
          },
        ],
        failures: found.passed
          ? []
          : [
              ...verdictFailures(found),
              ...found.jobsDoneTwice,
              ...(found.keyTakenMs < 1_000 ? [] : ['a revoked key was taken after a second']),
              `exit codes ${found.exitCodes.join(' ')}`,
              `saved for inspection: ${found.folder}`,
            ],
      }
    },
  },
  stop: {
    about: 'SIGTERM under load, N times',
    amount: 10,
    async run({ amount, seed }) {
      const found = await tortureStop({ rounds: amount, seed })
      return {
        title: `SIGTERM under load, ${amount} times, seed ${seed}`,
        rows: [
          ...verdictRows(found),
          {
            what: 'errors that clients saw',
            measured: count(found.clientErrors.length),
            floor: '0',
          },
          { what: 'longest stop', measured: milliseconds(found.longestStopMs), floor: '10,000 ms' },
        ],
        failures: found.passed
          ? []
          : [
              ...verdictFailures(found),
              ...found.clientErrors.slice(0, 20),
              `exit codes ${found.exitCodes.join(' ')}`,
            ],
      }
    },
  },
  outage: {
    about: 'answers are lost, then the engine is away, N seconds',
    amount: 600,
    async run({ amount, seed }) {
      const found = await tortureByOutage({
        awayMs: amount * 1000,
        seed,
        ...(amount >= 60 && { pauseMs: 100, hitsPerSecond: 1_000 }),
      })
      const inWords = ({ status, ms }: Answer) => `${status ?? 'nothing'} after ${milliseconds(ms)}`
      return {
        title: `The engine away for ${amount} s, seed ${seed}`,
        rows: [
          { what: 'answers that were lost before', measured: count(found.repliesLost) },
          { what: 'a hit meanwhile', measured: inWords(found.meanwhile.hit), floor: '202' },
          { what: 'a payment meanwhile', measured: inWords(found.meanwhile.payment), floor: '200' },
          { what: 'a read meanwhile', measured: inWords(found.meanwhile.read), floor: '503' },
          { what: 'acknowledged a second', measured: count(found.perSecond) },
          { what: 'hits of another site, acknowledged', measured: count(found.flood.acknowledged) },
          { what: '… not acknowledged', measured: count(found.flood.notTaken), floor: '0' },
          { what: '… stored', measured: count(found.flood.stored), floor: 'the same' },
          {
            what: 'waiting in the journal at the end',
            measured: `${count(found.backlogBytes / 1000)} kB`,
          },
          {
            what: 'from its return until a read shows all',
            measured: milliseconds(found.drainedMs),
          },
          ...verdictRows(found),
        ],
        failures: found.passed ? [] : [...verdictFailures(found), 'see the answers meanwhile'],
      }
    },
  },
}
