import type { Config } from '../config.ts'
import { countOutbox, inspectQuarantined } from '../payments/rows/payment-outbox.ts'
import { openControl } from './check-control.ts'
import type { Finding } from './finding.ts'

/** Whether the reports include all recorded payments. */
export async function checkPayments(config: Config): Promise<Finding> {
  const store = await openControl(config)
  try {
    const waiting = await countOutbox(store.db)
    const { count, reason } = await inspectQuarantined(store.db)
    if (count === 0) return { message: `${waiting} wait to be copied to the reports` }
    return {
      level: 'warning',
      message: `the reports lack ${count} that the engine rejects (${reason}); fix the cause, then run \`journal retry\`. They are retried every hour at least`,
    }
  } finally {
    await store.close()
  }
}
