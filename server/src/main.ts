import { nodeProblem } from './process/start-problems.ts'

const problem = nodeProblem(process.versions.node)
if (problem === undefined) {
  // Only now: an older Node cannot even read the rest.
  await import('./run-server.ts')
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
