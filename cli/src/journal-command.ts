import { readConfig } from '@tributary/server/config.ts'
import type { Command } from 'commander'
import type { Give } from './print.ts'

/** `journal retry`: what the engine did not take, once more. */
export function journalCommand(program: Command, give: Give): void {
  program
    .command('journal')
    .description('events on their way to the engine')
    .command('retry')
    .description('try events again that the engine did not take, a thousand at most')
    .action(async () => {
      // Only now, because it brings the engine's client along.
      const { reachStores } = await import('@tributary/server/operator/reach-stores.ts')
      const stores = await reachStores(readConfig())
      try {
        const { tried, setAside } = await stores.retryLetters()
        const text = `${tried} events were tried again; ${setAside} are set aside now`
        give({ json: { tried, setAside }, text, failed: setAside > 0 })
      } finally {
        await stores.close()
      }
    })
}
