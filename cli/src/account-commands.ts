import type { Account } from '@tributary/server/accounts/account.ts'
import { createAccount } from '@tributary/server/accounts/create-account.ts'
import {
  changeInstallationRole,
  listAccounts,
} from '@tributary/server/accounts/installation-role.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import { commandLine } from '@tributary/server/audit/actor.ts'
import { AppError } from '@tributary/server/errors.ts'
import type { Command } from 'commander'
import { noteDeed } from './note-deed.ts'
import { type Give, table } from './print.ts'
import { withControl } from './with-control.ts'

/** `account …`: the people who may sign in. */
export function accountCommands(program: Command, give: Give): void {
  const account = program.command('account').description('people who may sign in')

  account
    .command('list')
    .description('list who may sign in')
    .action(async () => {
      const found = await withControl(listAccounts)
      const rows = found.map(({ id, email, installationRole }) => [id, email, installationRole])
      give({
        json: { accounts: found.map(jsonOf) },
        text: table(['id', 'e-mail', 'role in the installation'], rows),
      })
    })

  account
    .command('role')
    .description('make somebody an owner of the installation, or a member of their sites alone')
    .argument('<email>', 'who')
    .argument('<role>', 'owner or member')
    .action(async (email: string, word: string) => {
      const role = readRole(word)
      const changed = await withControl((store) =>
        changeInstallationRole(store, { email, role }, { by: commandLine, nowMs: Date.now() }),
      )
      give({ json: jsonOf(changed), text: `${changed.email} is now ${changed.installationRole}` })
    })

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
        json: jsonOf(made),
        text: `Account ${made.id} for ${made.email}`,
      })
    })
}

function readRole(word: string): Account['installationRole'] {
  if (word === 'owner' || word === 'member') return word
  throw new AppError('invalid', 'role must be owner or member')
}

function jsonOf({ id, email, installationRole }: Account) {
  return { id, accountId: id, email, role: installationRole }
}
