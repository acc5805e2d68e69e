import { readConfig } from '@tributary/server/config.ts'
import type { Command } from 'commander'
import type { Give } from './print.ts'

/** `journal retry`: inserts events and payments again that the engine refused. */
export function journalCommand(program: Command, give: Give): void {
  program
    .command('journal')
    .description('events and payments that are not in the engine yet')
    .command('retry')
    .description('retry what the engine rejected: payments, and up to a thousand events')
    .action(async () => {
      // Imported here because it loads the engine's client.
      const { reachStores } = await import('@tributary/server/operator/reach-stores.ts')
      const stores = await reachStores(readConfig())
      try {
        const retried = await stores.retryDeadLetters()
        const { payments } = retried
        const text = [
          `${retried.tried} events were retried; ${retried.quarantined} are quarantined now`,
          `${payments.tried} payments were retried; ${payments.quarantined} are quarantined now`,
        ].join('\n')
        give({ json: retried, text, failed: retried.quarantined + payments.quarantined > 0 })
      } finally {
        await stores.close()
      }
    })
}
