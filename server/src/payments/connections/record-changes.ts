import { command } from '../../store/control/command.ts'
import type { Ledger } from '../ledger/known-fact.ts'
import { type Recording, recordAll, recordingOf } from '../ledger/record-facts.ts'
import { saveMovements } from '../reconciliation/movement-rows.ts'
import { type ConnectionRow, hasConnection } from '../rows/connection-rows.ts'
import { recordSubscriptions } from '../subscriptions/record-subscriptions.ts'
import type { SubscriptionFact } from '../subscriptions/subscription-fact.ts'
import type { Change, Movement } from './provider-api.ts'

/** Objects recorded in one transaction, during which all other writers wait. */
const recordedAtOnce = 100

/**
 * Records objects as facts, several in one transaction; nothing counts twice. Returns false and skips the rest when
 * the connection or its site was deleted meanwhile, or its key replaced.
 */
export async function recordChanges(
  ledger: Ledger,
  row: ConnectionRow,
  changes: readonly Change[],
  nowMs: number,
): Promise<boolean> {
  for (let start = 0; start < changes.length; start += recordedAtOnce) {
    const some = changes.slice(start, start + recordedAtOnce)
    const said = [...Map.groupBy(some, ({ source }) => source)].map(([source, stated]) => {
      const facts = stated.flatMap((change) => change.facts)
      return {
        recording: recordingOf(ledger, row.site_id, facts, { source, nowMs }),
        subscriptions: stated.flatMap((change) => change.subscriptions),
      }
    })
    const movements = some.flatMap((change) => change.movements)
    const { id, keys, site_id } = row
    const page = { connection: { id, keys, site_id }, said, movements }
    if (!(await ledger.control.run(recordPage, page))) return false
  }
  return true
}

interface Page {
  connection: Pick<ConnectionRow, 'id' | 'keys' | 'site_id'>
  said: readonly { recording: Recording; subscriptions: readonly SubscriptionFact[] }[]
  movements: readonly Movement[]
}

/** Records the facts of objects of an account, unless the connection has changed: then false. */
export const recordPage = command(
  'record-page',
  async (db, { connection, said, movements }: Page) => {
    if (!(await hasConnection(db, connection))) return false
    for (const { recording, subscriptions } of said) {
      await recordAll(db, recording)
      await recordSubscriptions(db, connection.site_id, subscriptions, recording)
    }
    await saveMovements(db, connection, movements)
    return true
  },
)
