import { readConfig } from '@tributary/server/config.ts'
import { openMailer } from '@tributary/server/mail/mailer.ts'
import { sendTestMail } from '@tributary/server/mail/test-mail.ts'
import type { Command } from 'commander'
import type { Give } from './print.ts'

/** `mail test`: whether e-mails arrive. */
export function mailCommand(program: Command, give: Give): void {
  program
    .command('mail')
    .description('e-mails that this installation sends')
    .command('test')
    .description('send a test e-mail and show the mail server’s response')
    .requiredOption('--to <address>', 'who gets it')
    .action(async ({ to }: { to: string }) => {
      const config = readConfig()
      await sendTestMail(openMailer(config), to, config.publicUrl)
      give({ json: { sent: true, to }, text: `The mail server took an e-mail to ${to}` })
    })
}
