import { randomBytes } from 'node:crypto'
import { readConfig } from '@tributary/server/config.ts'
import { AppError } from '@tributary/server/errors.ts'
import { isServerRunning } from '@tributary/server/operator/is-server-running.ts'
import { changeSecret } from '@tributary/server/secret/change-secret.ts'
import type { Command } from 'commander'
import type { Give } from './print.ts'
import { readWhole } from './read-file.ts'
import { withControl } from './with-control.ts'

/** `secret change`: replaces the secret of an installation that holds data. */
export function secretCommand(program: Command, give: Give): void {
  program
    .command('secret')
    .description('the secret that encrypts stored credentials')
    .command('change')
    .description('encrypt everything with a new secret; the server must be stopped')
    .option('--all-nodes-stopped', 'several nodes share the database, and all of them are stopped')
    .option(
      '--to <file>',
      'a file with the new secret; where SECRET is not set, one is made without it',
    )
    .action(async ({ allNodesStopped = false, to }: { allNodesStopped?: boolean; to?: string }) => {
      const { dataDir, secret, isSecretInFile: isInFile, databaseUrl } = readConfig()
      const next = await nextSecret(to, isInFile)
      if (await isServerRunning(dataDir)) {
        throw new AppError(
          'conflict',
          'The server runs on this folder. Stop it, then run this again',
        )
      }
      if (databaseUrl !== undefined && !allNodesStopped) {
        throw new AppError(
          'conflict',
          'Other nodes may run on this database. Stop them all, then run this again with --all-nodes-stopped',
        )
      }
      const count = await withControl((store) =>
        changeSecret(store, { dataDir, secret, next, isInFile, nowMs: Date.now() }),
      )
      const what = isInFile
        ? `It is stored in the file "secret" of ${dataDir}.`
        : 'Set SECRET to it, on every node, before you start the server.'
      give({
        json: { changed: true, encryptedAnew: count },
        text: `The secret was changed and ${count} texts were encrypted again. ${what}\nBackups made before still need the old secret.`,
      })
    })
}

async function nextSecret(file: string | undefined, isInFile: boolean): Promise<string> {
  if (file === undefined) {
    if (isInFile) return randomBytes(32).toString('base64url')
    throw new AppError('invalid', 'Name a file with the new secret: --to FILE')
  }
  const next = (await readWhole(file)).toString('utf8').trim()
  if (next.length >= 32) return next
  throw new AppError('invalid', `The secret in ${file} must have at least 32 characters`)
}
