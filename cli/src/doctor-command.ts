import { readConfig } from '@tributary/server/config.ts'
import type { Command } from 'commander'
import type { Give } from './print.ts'
import { tryProvider } from './try-provider.ts'

/** `doctor`: what an installation needs and does not have. */
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
      // Only now, because it brings the engine's client along, which other commands need not wait for.
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
