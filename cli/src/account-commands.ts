import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import type { Command } from 'commander'
import { noteDeed } from './note-deed.ts'
import type { Give } from './print.ts'
import { withControl } from './with-control.ts'

/** `account …`: the people who may sign in. */
export function accountCommands(program: Command, give: Give): void {
  const account = program.command('account').description('people who may sign in')

  account
    .command('create')
    .description('add an account that may do everything')
    .requiredOption('--email <email>', 'e-mail address to sign in with')
    .requiredOption('--password <password>', 'at least 8 characters')
    .action(async (options: { email: string; password: string }) => {
      const passwordHash = await hashPassword(options.password)
      const made = await withControl(async (store) => {
        const account = await createAccount(store.db, Date.now(), {
          email: options.email,
          passwordHash,
        })
        const object = { id: account.id, name: account.email }
        await noteDeed(store, { action: 'account.created', object })
        return account
      })
      give({
        json: { id: made.id, accountId: made.id, email: made.email, role: made.installationRole },
        text: `Account ${made.id} for ${made.email}`,
      })
    })
}
