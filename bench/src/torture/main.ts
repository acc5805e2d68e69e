/**
 * `npm run torture -- [rounds] [seed]`: kills server and engine at random moments under load and
 * compares what was acknowledged with what is stored. Ends with 1 when anything differs.
 */
import { count, milliseconds, quantile, table } from '../measures/table.ts'
import { type TortureResult, torture } from './torture.ts'

const [rounds, seed] = [process.argv[2] ?? '20', process.argv[3] ?? String(Date.now() % 1e6)].map(
  Number,
) as [number, number]
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run torture -- [rounds, at least 1] [seed]\n')
  process.exit(2)
}

const result = await torture({
  rounds,
  seed,
  onRound: (round) => process.stderr.write(`\rround ${round} of ${rounds}`),
})
process.stderr.write('\n')
process.stdout.write(`${table(`Torture, ${rounds} rounds, seed ${seed}`, rowsOf(result))}\n\n`)
process.stdout.write(
  result.passed
    ? 'PASSED: nothing lost, nothing twice, nothing made up\n'
    : `FAILED: ${[...result.lost, ...result.doubled, ...result.foreign].slice(0, 20).join(' ')}\nkept for a look: ${result.folder}\n`,
)
process.exitCode = result.passed ? 0 : 1

function rowsOf(found: TortureResult) {
  const money = (minor: number) => `${(minor / 100).toFixed(2)} USD`
  return [
    { what: 'kills of the server', measured: count(found.serverKills) },
    { what: 'kills of the engine', measured: count(found.engineKills) },
    { what: 'sent', measured: count(found.sent) },
    { what: 'acknowledged', measured: count(found.acknowledged) },
    { what: 'refused with 503', measured: count(found.refused) },
    { what: 'cut off without an answer', measured: count(found.cutOff) },
    { what: 'stored', measured: count(found.storedRows) },
    { what: 'acknowledged and lost', measured: count(found.lost.length), floor: '0' },
    { what: 'stored twice', measured: count(found.doubled.length), floor: '0' },
    { what: 'stored, never sent', measured: count(found.foreign.length), floor: '0' },
    { what: 'dead letters', measured: count(found.deadLetters), floor: '0' },
    {
      what: 'reads that missed an acknowledged hit',
      measured: count(found.staleReads),
      floor: '0',
    },
    { what: '… of reads', measured: count(found.reads) },
    { what: 'acknowledged payments', measured: money(found.acknowledgedMinor) },
    { what: '… in the ledger', measured: money(found.ledgerMinor), floor: 'the same' },
    { what: '… in the reports', measured: money(found.reportedMinor), floor: 'the same' },
    { what: 'start until ready, median', measured: milliseconds(quantile(found.startsMs, 0.5)) },
    { what: '… p95', measured: milliseconds(quantile(found.startsMs, 0.95)), floor: '2,000 ms' },
  ]
}
