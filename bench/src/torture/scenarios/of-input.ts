import { count } from '../../measures/table.ts'
import { fuzz, fuzzFailures } from '../fuzz/fuzz.ts'
import type { Scenario } from '../scenario.ts'

/** Invalid and hostile input. */
export const scenariosOfInput: Readonly<Record<string, Scenario>> = {
  fuzz: {
    about: 'invalid and hostile input at every endpoint, N minutes',
    amount: 60,
    async run({ amount, seed, say }) {
      const found = await fuzz({ seconds: amount * 60, seed, say })
      const statuses = Object.entries(found.statuses).map(([status, n]) => ({
        what: `… answered ${status}`,
        measured: count(n),
      }))
      const silences = Object.entries(found.silences).map(([silence, n]) => ({
        what: `… without an answer: ${silence}`,
        measured: count(n),
      }))
      return {
        title: `Fuzzing, ${amount} minutes, seed ${seed}`,
        rows: [
          { what: 'requests', measured: count(found.requests) },
          ...statuses,
          ...silences,
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
