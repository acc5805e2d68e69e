/** One run of the nodes' test, in a separate process: it may need its own network namespace. */
import { execFileSync } from 'node:child_process'
import { tortureNodes } from './nodes.ts'

const [rounds, seed, isolated] = process.argv.slice(2)
// A new namespace has its own loopback, and that is down.
if (isolated === 'isolated') execFileSync('ip', ['link', 'set', 'lo', 'up'])
const result = await tortureNodes({
  rounds: Number(rounds),
  seed: Number(seed),
  isolated: isolated === 'isolated',
})
process.stdout.write(`${JSON.stringify(result)}\n`)
