/**
 * `npm run torture -- [scenario] [amount] [seed]`: puts an installation under adverse conditions and load, and
 * compares what was acknowledged with what is stored. `npm run torture -- 200` is 200 rounds of kills, `all` is
 * everything in its long form. Exits with 1 when something differs.
 */
import { table } from '../measures/table.ts'
import { scenarios } from './scenarios/scenarios.ts'

const given = process.argv.slice(2)
const name = /^\d*$/.test(given[0] ?? '') ? 'kills' : String(given.shift())
const [amount, seed] = [given[0], given[1] ?? String(Date.now() % 1e6)].map((text) =>
  text === undefined ? undefined : Number(text),
)
const chosen = Object.entries(scenarios).filter(([own]) => name === 'all' || name === own)
if (chosen.length === 0 || !isWhole(amount ?? 1) || !isWhole(seed)) {
  const list = Object.entries(scenarios).map(([own, { about }]) => `  ${own.padEnd(14)}${about}`)
  process.stderr.write(`npm run torture -- [scenario] [amount] [seed]\n${list.join('\n')}\n`)
  process.exit(2)
}

for (const [own, scenario] of chosen) {
  const report = await scenario.run({
    // Twenty rounds of kills are the short form; everything has its own long one.
    amount: amount ?? (own === 'kills' && name === 'kills' ? 20 : scenario.amount),
    seed: seed ?? 1,
    say: (text) => process.stderr.write(`\r${own}: ${text} `),
  })
  process.stderr.write('\n')
  process.stdout.write(`${table(report.title, report.rows)}\n\n`)
  const isPassed = report.failures.length === 0
  process.stdout.write(`${isPassed ? 'PASSED' : `FAILED\n${report.failures.join('\n')}`}\n`)
  if (!isPassed) process.exitCode = 1
}

function isWhole(value: number | undefined): boolean {
  return Number.isInteger(value) && Number(value) > 0
}
