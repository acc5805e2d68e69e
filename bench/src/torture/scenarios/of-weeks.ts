import { count } from '../../measures/table.ts'
import type { Scenario } from '../scenario.ts'
import { type Figure, figures } from '../soak/samples.ts'
import { tortureBySoak } from '../soak/soak.ts'

/** Scenarios that take a long time. */
export const scenariosOfWeeks: Readonly<Record<string, Scenario>> = {
  soak: {
    about: 'two weeks of all kinds of requests in N minutes, and what grows meanwhile',
    amount: 120,
    async run({ amount, seed, say }) {
      const found = await tortureBySoak({ minutes: amount, seed, say })
      const [first, last] = [found.samples[0], found.samples.at(-1)]
      const names = Object.keys(figures) as Figure[]
      return {
        title: `A soak of ${amount} minutes and ${found.days} days, seed ${seed}`,
        rows: [
          ...Object.entries(found.answers).map(([what, statuses]) => ({
            what,
            measured: Object.entries(statuses)
              .map(([status, times]) => `${count(times)} × ${status}`)
              .join(', '),
          })),
          ...names.map((name) => ({
            what: name,
            measured: `${inWords(first?.figures[name])} → ${inWords(last?.figures[name])}, ${inWords(found.growth[name])} an hour`,
            ...(Number.isFinite(figures[name]) && { floor: `${figures[name]} an hour` }),
          })),
          { what: 'largest maps at the end', measured: last?.largestMaps.join(', ') ?? '' },
        ],
        failures: found.problems,
      }
    },
  },
}

const inWords = (value = 0) => (Math.abs(value) < 100 ? value.toFixed(1) : count(value))
