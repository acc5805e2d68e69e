import { count, milliseconds, quantile } from '../measures/table.ts'
import { fuzz, fuzzFailures } from './fuzz/fuzz.ts'
import { runNodes } from './nodes/run-nodes.ts'
import type { Scenario } from './scenario.ts'
import { tortureStop } from './stop.ts'
import { torture } from './torture.ts'
import { verdictFailures, verdictRows } from './verdict-rows.ts'

/** Everything that `npm run torture` can do, by its name there. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  kills: {
    about: 'kill -9 of server and engine at random moments, so many rounds',
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
          : [...verdictFailures(found), `kept for a look: ${found.folder}`],
      }
    },
  },
  nodes: {
    about: 'three nodes on one Postgres, Redis and engine, killed and cut off, so many rounds',
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
            what: 'a revoked key is refused by all after',
            measured: milliseconds(found.keyRefusedMs),
            floor: '2,000 ms',
          },
          {
            what: 'a changed setting is followed by all after',
            measured: milliseconds(found.settingFollowedMs),
            floor: '2,000 ms',
          },
        ],
        failures: found.passed
          ? []
          : [
              ...verdictFailures(found),
              ...found.jobsDoneTwice,
              `exit codes ${found.exitCodes.join(' ')}`,
              `kept for a look: ${found.folder}`,
            ],
      }
    },
  },
  stop: {
    about: 'SIGTERM under load, so many times',
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
  fuzz: {
    about: 'what nobody should send, through every way in, so many minutes',
    amount: 60,
    async run({ amount, seed, say }) {
      const found = await fuzz({ seconds: amount * 60, seed, say })
      const statuses = Object.entries(found.statuses).map(([status, n]) => ({
        what: status === '0' ? '… without an answer' : `… answered ${status}`,
        measured: count(n),
      }))
      return {
        title: `Fuzzing, ${amount} minutes, seed ${seed}`,
        rows: [
          { what: 'requests', measured: count(found.requests) },
          ...statuses,
          { what: 'faults', measured: count(found.faults.length), floor: '0' },
          {
            what: 'accepted events that the engine refused',
            measured: count(found.deadLetters),
            floor: '0',
          },
          { what: 'memory, last of all', measured: `${Math.round(found.memoryMb.at(-1) ?? 0)} MB` },
          {
            what: 'more memory in the last quarter than in the second',
            measured: `${Math.round(found.growthMb)} MB`,
          },
        ],
        failures: fuzzFailures(found),
      }
    },
  },
}
