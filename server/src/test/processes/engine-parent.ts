import { silent, startTestEngine } from '../engine.ts'

/** A server process that only holds an engine, for tests that kill it. */
const { pid } = await startTestEngine({ dataDir: process.argv[2] as string, logger: silent })
process.send?.(pid)
