import { Readable } from 'node:stream'
import { pino } from 'pino'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { listGoalRuleRows } from '../goals/rules/goal-rule-rows.ts'
import { openImports } from '../imports/imports.ts'
import { commandsPatience, openStores } from '../open-stores.ts'
import { openPayments } from '../payments/payments.ts'
import { reachControlOf } from '../reach-control.ts'
import { siteDirectory } from '../sites/find-site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { openSecrets } from '../store/control/keys/open-secrets.ts'
import { readEndpointNote } from './endpoint-note.ts'
import { type ImportEndpointReply, type ImportSteps, importPath } from './import-endpoint.ts'
import { isServerRunning } from './is-server-running.ts'

/** The imports of an installation, for an operator's command. */
export interface ReachedImports {
  imports: ImportSteps
  control: ControlStore
  close(): Promise<void>
}

/**
 * Reaches the imports of the server that runs on the folder, which continues them when the command has ended, or, if
 * none runs, opens the stores; then the next start continues what the command left.
 */
export async function reachImports(config: Config): Promise<ReachedImports> {
  const note = await readEndpointNote(config.dataDir)
  if (note === undefined || !(await isServerRunning(config.dataDir))) return openHere(config)
  const control = await reachControlOf(config)
  return { imports: importsBehind(config.dataDir), control, close: () => control.close() }
}

async function openHere(config: Config): Promise<ReachedImports> {
  await using opened = new AsyncDisposableStack()
  const logger = pino({ level: 'silent' })
  const { erased, engineStarted, ...stores } = await openStores(
    config,
    logger,
    opened,
    commandsPatience,
  )
  await engineStarted
  const secrets = await openSecrets(stores.control.db, config)
  const clock = systemClock
  const { find: findSite } = siteDirectory(stores.control, {
    clock,
    listGoalRules: listGoalRuleRows,
  })
  const erasedMs = erased.erasedMs
  const payments = openPayments({ ...stores, secrets, clock, logger, findSite, erasedMs })
  opened.defer(() => payments.close())
  const ledger = { control: stores.control, secrets, erasedMs }
  const { dataDir } = config
  const imports = await openImports({
    ...{ ...stores, payments, ledger, secrets, clock, logger },
    ...{ dataDir, findSite },
  })
  opened.defer(() => imports.close())
  const resources = opened.move()
  return { imports, control: stores.control, close: () => resources.disposeAsync() }
}

/** The imports of the server that runs on a folder, through its operator endpoint. */
function importsBehind(dataDir: string): ImportSteps {
  const step = (name: 'check' | 'start' | 'undo' | 'get'): ImportSteps['get'] => {
    return async (site, id) => present(await ask(dataDir, name, { site: site.id, id }))
  }
  return {
    create: async (site, wanted) =>
      present(await ask(dataDir, 'create', { site: site.id, ...wanted })),
    async write(site, id, offset, piece) {
      const words = { site: site.id, id, offset: String(offset) }
      return present(await ask(dataDir, 'write', words, piece))
    },
    check: step('check'),
    start: step('start'),
    undo: step('undo'),
    get: step('get'),
    async discard(site, id) {
      await ask(dataDir, 'discard', { site: site.id, id })
    },
  }
}

async function ask(
  dataDir: string,
  name: keyof ImportSteps,
  words: Record<string, string>,
  piece?: Readable,
): Promise<ImportEndpointReply> {
  // Read each time, because a restarted server has another endpoint.
  const note = await readEndpointNote(dataDir)
  if (note === undefined) throw new AppError('unavailable', stoppedText)
  const { port, token } = note
  const address = `http://127.0.0.1:${port}${importPath}${name}?${new URLSearchParams(words)}`
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(piece && { body: Readable.toWeb(piece) as ReadableStream, duplex: 'half' as const }),
  }).catch((cause: unknown) => {
    throw new AppError('unavailable', stoppedText, { cause })
  })
  if (response.status === 401) throw new AppError('unavailable', stoppedText)
  const reply = (await response.json()) as ImportEndpointReply & { error?: string }
  if (reply.refused !== undefined) throw new AppError(reply.refused.kind, reply.refused.message)
  if (reply.error !== undefined) {
    throw new AppError('unavailable', `The running server could not help: ${reply.error}`)
  }
  return reply
}

const stoppedText =
  'The server stopped meanwhile. What it had begun continues at its next start: see "import list"'

function present({ import: found }: ImportEndpointReply) {
  if (found === undefined) throw new Error('the server answered without an import')
  return found
}
