import { readConfig } from '@tributary/server/config.ts'
import type { Command } from 'commander'
import type { Give } from './print.ts'
import { tryProvider } from './try-provider.ts'

/** `doctor`: checks an installation and reports what is missing. */
export function doctorCommand(program: Command, give: Give): void {
  program
    .command('doctor')
    .description('check the installation and show how to fix problems')
    .option('--provider <endpoint>', "test a payment provider's endpoint instead")
    .action(async ({ provider }: { provider?: string }) => {
      if (provider !== undefined) {
        give(await tryProvider(provider))
        return
      }
      // Imported here because it loads the engine's client, which other commands do not need.
      const { runChecks } = await import('@tributary/server/doctor/run-checks.ts')
      const checks = await runChecks(readConfig())
      const failed = checks.some((check) => !check.ok)
      const lines = checks.map(
        ({ name, ok, warning, message }) =>
          `${ok ? (warning ? 'warning' : 'ok     ') : 'PROBLEM'}  ${name}: ${message}`,
      )
      give({ json: { ok: !failed, checks }, text: lines.join('\n'), failed })
    })
}
