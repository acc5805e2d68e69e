/** One run of the nodes' test, as a process of its own: it may need a network namespace of its own. */
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
