import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { dayMs, hourMs } from '../../time/durations.ts'
import { addDays } from '../../time/local-time.ts'
import { rateBatchRows, saveRates } from '../rows/exchange-rate-rows.ts'
import { enqueueForBetterRates, enqueueWithoutOwnDay } from '../rows/payment-rate-rows.ts'
import {
  findFirstForeignDay,
  findRateSource,
  type RateSourceRow,
  saveRateSource,
} from '../rows/rate-source-rows.ts'
import { fetchRates, UnreachableRates } from './files/fetch-rates.ts'
import { readRates } from './files/read-rates.ts'
import { UnreadableRates } from './files/unreadable-rates.ts'
import { coverageOf, fileFor, type RateSource, rateSourceOf } from './rate-source.ts'
import { shippedHistory } from './shipped-rates.ts'

/** The ECB publishes once a working day, about 16:00 in Frankfurt. */
const everyMs = 12 * hourMs
const firstRetryMs = 60_000
const longestRetryMs = 6 * hourMs
const longestRequestedMs = dayMs

/** What fetching rates needs. */
interface RateUpdating {
  control: ControlStore
  clock: Pick<Clock, 'now'>
  logger: Pick<Logger, 'info' | 'warn'>
  config: Pick<Config, 'exchangeRates'>
  payments: { wake(): void }
}

/**
 * Fetches exchange rates when they are due, and converts payments that waited for them. Only while a site has money
 * in another currency: other installations contact no server.
 */
export async function updateRates(updating: RateUpdating): Promise<void> {
  const { control, config, payments } = updating
  const since = await findFirstForeignDay(control.db)
  if (since === undefined) return
  if (await useShippedHistory(updating)) payments.wake()
  if (config.exchangeRates === undefined) return
  const source = rateSourceOf(config.exchangeRates)
  const state = await recheck(updating, await findRateSource(control.db, source.name))
  if (await isDue(updating, state, since)) {
    await update(updating, { source, before: state ?? newSource(source.name), since })
  }
}

/** A newer version of the program may ship rates for money that had none, or older ones. */
async function useShippedHistory({ control }: RateUpdating): Promise<boolean> {
  const { firstDay, lastDay } = await shippedHistory()
  const state = await findRateSource(control.db, 'shipped')
  if (state?.covered_from === firstDay && state.last_day === lastDay) return false
  await control.transaction(async (db) => {
    await enqueueWithoutOwnDay(db)
    await saveRateSource(db, { ...newSource('shipped'), covered_from: firstDay, last_day: lastDay })
  })
  return true
}

/** Checks payments again that were being converted while rates arrived. */
async function recheck(
  { control, payments }: RateUpdating,
  state: RateSourceRow | undefined,
): Promise<RateSourceRow | undefined> {
  if (state === undefined || state.recheck_from === '') return state
  const checked = { ...state, recheck_from: '' }
  await control.transaction(async (db) => {
    await enqueueForBetterRates(db, state.recheck_from)
    await saveRateSource(db, checked)
  })
  payments.wake()
  return checked
}

async function isDue(
  { clock }: RateUpdating,
  state: RateSourceRow | undefined,
  since: string,
): Promise<boolean> {
  if (state === undefined || state.next_ms <= clock.now()) return true
  // Earlier money was recorded; a failing source is still left alone until its next attempt.
  const known = coverageOf(state, await shippedHistory())
  return state.failures === 0 && (known === undefined || since < known.from)
}

interface Update {
  source: RateSource
  before: RateSourceRow
  since: string
}

async function update(updating: RateUpdating, change: Update): Promise<void> {
  const { control, clock, logger } = updating
  try {
    await fetchAndSave(updating, change)
  } catch (err) {
    if (!(err instanceof UnreachableRates || err instanceof UnreadableRates)) throw err
    const { before, source } = change
    logger.warn({ err, source: source.name }, 'no exchange rates; those known so far stay in use')
    const failures = before.failures + 1
    const backOffMs = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
    const askedMs = err instanceof UnreachableRates ? (err.retryAfterMs ?? 0) : 0
    await saveRateSource(control.db, {
      ...before,
      failures,
      next_ms: clock.now() + Math.max(backOffMs, Math.min(askedMs, longestRequestedMs)),
      error_kind: err instanceof UnreachableRates ? 'unreachable' : 'unreadable',
      error_detail: err.message,
    })
  }
}

async function fetchAndSave(updating: RateUpdating, { source, before, since }: Update) {
  const { control, clock, logger, payments } = updating
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  const known = coverageOf(before, await shippedHistory())
  // Whole years, so that an import of ever older payments does not fetch for each of them.
  const wanted = `${addDays(since, -31).slice(0, 4)}-01-01`
  const bytes = await fetchRates(fileFor(source, { known, since, today }))
  const file = await readRates(bytes, { since: wanted, until: addDays(today, 1) })

  // Not one transaction: a history has ten thousand rates, and payments must not wait for all of them.
  await saveRateSource(control.db, { ...before, recheck_from: wanted })
  const changes: string[] = []
  for (let start = 0; start < file.rates.length; start += rateBatchRows) {
    const batch = file.rates.slice(start, start + rateBatchRows)
    const firstChanged = await saveRates(control.db, batch, source.origin)
    if (firstChanged !== undefined) changes.push(firstChanged)
  }
  const [changedFrom = ''] = changes.sort()
  const goesOn = known !== undefined && known.from <= since
  const ownFrom = [since, file.firstDay < wanted ? wanted : file.firstDay].sort()[0] ?? since
  await control.transaction(async (db) => {
    if (changedFrom !== '') await enqueueForBetterRates(db, changedFrom)
    await saveRateSource(db, {
      ...newSource(source.name),
      covered_from: goesOn ? known.from : ownFrom,
      last_day: goesOn && known.to > file.lastDay ? known.to : file.lastDay,
      recheck_from: changedFrom,
      fetched_ms: clock.now(),
      next_ms: clock.now() + everyMs,
    })
  })
  if (changedFrom === '') return
  logger.info({ source: source.name, from: changedFrom, to: file.lastDay }, 'new exchange rates')
  payments.wake()
}

function newSource(name: string): RateSourceRow {
  return {
    name,
    covered_from: '',
    last_day: '',
    recheck_from: '',
    fetched_ms: null,
    next_ms: 0,
    failures: 0,
    error_kind: '',
    error_detail: '',
  }
}
