import { nodeProblem } from './process/start-problems.ts'

const problem = nodeProblem(process.versions.node)
if (problem === undefined) {
  // Imported here: an older Node cannot even parse the rest.
  await import('./run-server.ts')
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
