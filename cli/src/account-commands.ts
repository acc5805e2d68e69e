import { type Account, toAccount } from '@tributary/server/account.ts'
import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { typedEmail } from '@tributary/server/accounts/email-address.ts'
import {
  changeInstallationRole,
  listAccounts,
} from '@tributary/server/accounts/installation-role.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import { setDisabled } from '@tributary/server/accounts/people/manage-people.ts'
import { makeResetLink } from '@tributary/server/accounts/people/reset-link.ts'
import { findAccountByEmail } from '@tributary/server/accounts/rows/account-rows.ts'
import { deletePasskeysOf } from '@tributary/server/accounts/rows/passkey-rows.ts'
import { deleteSecondFactor } from '@tributary/server/accounts/rows/second-factor-rows.ts'
import { commandLine } from '@tributary/server/audit/actor.ts'
import { readConfig } from '@tributary/server/config.ts'
import { AppError } from '@tributary/server/errors.ts'
import type { ControlStore } from '@tributary/server/store/control/control-store.ts'
import type { Command } from 'commander'
import { auditAction } from './audit-action.ts'
import { type Give, table } from './print.ts'
import { withControl } from './with-control.ts'

/** `account …`: the people who may sign in. */
export function accountCommands(program: Command, give: Give): void {
  const account = program.command('account').description('people who can sign in')
  list(account, give)
  changeRole(account, give)
  resetPassword(account, give)
  disable(account, give)
  enable(account, give)
  create(account, give)
}

function list(account: Command, give: Give): void {
  account
    .command('list')
    .description('list the people who can sign in')
    .action(async () => {
      const found = await withControl(listAccounts)
      const rows = found.map(({ id, email, installationRole }) => [id, email, installationRole])
      give({
        json: { accounts: found.map(jsonOf) },
        text: table(['id', 'e-mail', 'role in the installation'], rows),
      })
    })
}

function changeRole(account: Command, give: Give): void {
  account
    .command('role')
    .description('make an account an owner of the installation, or a member of its sites only')
    .argument('<email>', 'who')
    .argument('<role>', 'owner or member')
    .action(async (email: string, word: string) => {
      const role = readRole(word)
      const changed = await withControl((store) =>
        changeInstallationRole(store, { email, role }, { by: commandLine, nowMs: Date.now() }),
      )
      give({ json: jsonOf(changed), text: `${changed.email} is now ${changed.installationRole}` })
    })
}

function resetPassword(account: Command, give: Give): void {
  account
    .command('reset-password')
    .description('create a password reset link that works once, for 24 hours')
    .requiredOption('--email <email>', 'who')
    .option(
      '--remove-second-factor',
      'for people who lost their authenticator and recovery codes, or their passkeys',
    )
    .action(async (options: { email: string; removeSecondFactor?: boolean }) => {
      const { publicUrl } = readConfig()
      const made = await withControl(async (store) => {
        const found = await getAccount(store, options.email)
        if (options.removeSecondFactor) {
          await deleteSecondFactor(store.db, found.id)
          await deletePasskeysOf(store.db, found.id)
          const object = { id: found.id, name: found.email }
          await auditAction(store, { action: 'account.second-factor-off', object })
        }
        const author = { by: commandLine, nowMs: Date.now(), publicUrl }
        return { link: await makeResetLink(store, found, author), email: found.email }
      })
      give({ json: made, text: `${made.link}\n\nGive this only to ${made.email}.` })
    })
}

function disable(account: Command, give: Give): void {
  account
    .command('disable')
    .description('sign somebody out and keep them out')
    .argument('<email>', 'who')
    .action(async (email: string) => {
      const changed = await changeDisabled(email, true)
      give({ json: { ...jsonOf(changed), isDisabled: true }, text: `${changed.email}: disabled` })
    })
}

function enable(account: Command, give: Give): void {
  account
    .command('enable')
    .description('let somebody in again')
    .argument('<email>', 'who')
    .action(async (email: string) => {
      const changed = await changeDisabled(email, false)
      give({ json: { ...jsonOf(changed), isDisabled: false }, text: `${changed.email}: enabled` })
    })
}

function changeDisabled(email: string, isDisabled: boolean): Promise<Account> {
  return withControl(async (store) => {
    const found = await getAccount(store, email)
    await setDisabled(store, found.id, { by: commandLine, nowMs: Date.now(), isDisabled })
    return found
  })
}

function create(account: Command, give: Give): void {
  account
    .command('create')
    .description('add an account that owns the installation')
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
        await auditAction(store, { action: 'account.created', object })
        return account
      })
      give({
        json: jsonOf(made),
        text: `Account ${made.id} for ${made.email}`,
      })
    })
}

async function getAccount(store: ControlStore, email: string): Promise<Account> {
  const found = await findAccountByEmail(store.db, typedEmail(email))
  if (found === undefined) throw new AppError('not-found', 'Account not found')
  return toAccount(found)
}

function readRole(word: string): Account['installationRole'] {
  if (word === 'owner' || word === 'member') return word
  throw new AppError('invalid', 'role must be owner or member')
}

function jsonOf({ id, email, installationRole }: Account) {
  return { id, accountId: id, email, role: installationRole }
}
