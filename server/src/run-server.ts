import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { type Config, ConfigError, dataDirOf, readConfig } from './config.ts'
import { StartRefused } from './errors.ts'
import { isSmallMachine, keepHeapSmall } from './process/memory.ts'
import { openBrowser } from './process/open-browser.ts'
import { plainServers } from './process/plain-servers.ts'
import {
  explainStart,
  folderProblem,
  machineProblem,
  thisMachine,
} from './process/start-problems.ts'
import { returnUnusedMemory } from './process/unused-memory.ts'

/**
 * The longest shutdown; after it the process exits without cleaning up, which loses nothing that was acknowledged.
 */
const shutdownMs = 10_000
/** An engine that has not started yet is not waited for: it starts again from the same state. */
const shutdownWhileStartingMs = 2_000

/** The log writes a line later if the terminal is busy; output that belongs below it waits for that. */
const quietMs = 500

const place: { dataDir: string; host?: string; port?: number } = { dataDir: dataDirOf() }
try {
  const config = readConfig()
  Object.assign(place, { host: config.host, port: config.port })
  keepHeapSmall(config.memoryBytes)
  refuse(folderProblem(config.dataDir))
  if (config.clickhouseUrl === undefined) refuse(machineProblem(thisMachine(config.memoryBytes)))
  // Enabled before the rest is loaded: later starts were up to 0.8 s faster and up to 24 MB smaller. In our own
  // folder, since anybody who can write to it decides what code runs.
  enableCompileCache(join(config.dataDir, 'compiled'))
  const { pino } = await import('pino')
  const { listen } = await import('./serve.ts')
  const { createSetupLink } = await import('./setup/setup-link.ts')

  const logger = pino({ level: config.logLevel })
  for (const { setting, host, remedy, isPrivate } of plainServers(config)) {
    if (!isPrivate) logger.warn({ host }, `${setting} asks for no TLS; use ${remedy}`)
  }
  const server = await listen(config, logger)
  returnUnusedMemory(
    (err) => logger.warn({ err }, 'unused memory is not returned'),
    isSmallMachine(config.memoryBytes),
  )
  logger.info({ url: server.url, dataDir: config.dataDir }, 'Tributary accepts hits')
  const { control, clock, lifecycle } = server.services
  const link = await createSetupLink(control, clock.now(), config.publicUrl)

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      logger.info({ signal }, 'stopping')
      const began = performance.now()
      const patienceMs = lifecycle.isReady ? shutdownMs : shutdownWhileStartingMs
      setTimeout(() => {
        logger.error({ ms: patienceMs }, 'stopping took too long; what was acknowledged is on disk')
        process.exit(lifecycle.isReady ? 1 : 0)
      }, patienceMs).unref()
      await server.drain()
      await server.close()
      logger.info({ ms: Math.round(performance.now() - began) }, 'stopped')
      process.exit(0)
    })
  }
  try {
    await server.ready
    logger.info({ url: server.url }, 'Tributary is ready')
    if (link !== undefined) setTimeout(invite, quietMs, link, config)
  } catch (error) {
    if (!stopping) throw error
  }
} catch (error) {
  // Errors that the operator can fix are messages; anything else is a bug, and its stack helps.
  const isPlain = error instanceof ConfigError || error instanceof StartRefused
  const text = isPlain ? error.message : explainStart(error, place)
  process.stderr.write(`${text ?? (error as Error).stack}\n`)
  process.exit(1)
}

/** Prints the set-up link below the log, on a separate line, and opens it if a person is waiting for it. */
function invite(link: string, { hasScreen }: Config): void {
  const isInFrontOf = hasScreen && process.stdout.isTTY
  // Not through the log: the link is a secret, and logs are stored and passed on.
  const lead = isInFrontOf ? 'Opening your browser to set up Tributary' : 'Set up Tributary'
  process.stdout.write(`\n${lead}. This link works once:\n\n  ${link}\n\n`)
  if (isInFrontOf) openBrowser(link)
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new StartRefused(problem)
}
