import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { daysBetween } from '../../time/local-time.ts'
import {
  type FoundRate,
  findEcbDay,
  findStoredRate,
  type RateQuestion,
} from '../rows/exchange-rate-rows.ts'
import { maxQuietDays } from './quiet-days.ts'
import { shippedHistory } from './shipped-rates.ts'

/**
 * The rates to convert at: of the day itself, or of the last day before it that has some (banks rest on Sundays),
 * stored or shipped with the program, the stored ones first. Undefined if a currency was never quoted or no longer
 * is.
 */
export async function findRate(
  db: Kysely<Database>,
  question: RateQuestion,
): Promise<FoundRate | undefined> {
  const stored = await findStoredRate(db, question)
  // Rates from an operator's own file are theirs to keep current.
  if (stored?.day === question.day || stored?.source === 'operator') return withoutSource(stored)
  const history = await shippedHistory()
  const shipped = history.find(question)
  if (stored === undefined && shipped === undefined) return undefined
  const found =
    stored === undefined || (shipped && shipped.day > stored.day) ? shipped : withoutSource(stored)
  const newest = [await findEcbDay(db, question.day), history.dayUpTo(question.day)].reduce(
    (a = '', b = '') => (a > b ? a : b),
  )
  if (found && newest && daysBetween(found.day, newest) > maxQuietDays) return undefined
  return found
}

function withoutSource({ day, fromPerEur, toPerEur }: FoundRate): FoundRate {
  return { day, fromPerEur, toPerEur }
}
