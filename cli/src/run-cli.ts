import { ConfigError } from '@tributary/server/config.ts'
import { AppError, StartRefused } from '@tributary/server/errors.ts'
import { fileProblem } from '@tributary/server/process/file-problem.ts'
import { Command, CommanderError } from 'commander'
import { accountCommands } from './account-commands.ts'
import { backupCommands } from './backup-commands.ts'
import { doctorCommand } from './doctor-command.ts'
import { exportCommand } from './export-command.ts'
import { importCommand } from './import-command.ts'
import { journalCommand } from './journal-command.ts'
import { keyCommands } from './key-commands.ts'
import { mailCommand } from './mail-command.ts'
import { moveCommand } from './move-command.ts'
import { type Answer, type Print, printAnswer, printError } from './print.ts'
import { providerCommands } from './provider-commands.ts'
import { secretCommand } from './secret-command.ts'
import { siteCommands } from './site-commands.ts'
import { spendCommands } from './spend-commands.ts'

/**
 * Runs one command and returns the exit code. With `--json`, stdout is exactly one JSON object, failures included;
 * without, it is for people. Errors go to stderr either way.
 */
export async function runCli(words: readonly string[], print: Print): Promise<number> {
  // Read here and not by the parser, because a line that cannot be parsed is answered in JSON too.
  const asJson = words.includes('--json')
  let answer: Answer | undefined
  const program = createProgram(print, asJson, (given) => {
    answer = given
  })
  try {
    await program.parseAsync([...words], { from: 'user' })
    if (answer !== undefined) printAnswer(print, asJson, answer)
    return answer?.failed ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    printError(print, asJson, describe(error))
    return 1
  }
}

/** The program with all its commands. `give` receives the result of the command that runs. */
export function createProgram(
  print: Print,
  asJson: boolean,
  give: (answer: Answer) => void,
): Command {
  const program = new Command('tributary')
    .description('Manages a Tributary installation. Commands work while the server runs.')
    .option('--json', 'print one JSON object')
    .helpCommand(false)
  accountCommands(program, give)
  siteCommands(program, give)
  keyCommands(program, give)
  providerCommands(program, give)
  spendCommands(program, give)
  doctorCommand(program, give)
  backupCommands(program, give, print)
  moveCommand(program, give, print)
  exportCommand(program, give, print)
  importCommand(program, give, print)
  secretCommand(program, give)
  mailCommand(program, give)
  journalCommand(program, give)
  for (const command of [program, ...program.commands.flatMap((c) => [c, ...c.commands])]) {
    command.exitOverride().configureOutput({
      writeOut: print.out,
      // The parser's message is in the error that it throws, and is printed once.
      writeErr: () => undefined,
      outputError: () => undefined,
    })
    if (!asJson) command.showHelpAfterError(false)
  }
  return program
}

function describe(error: unknown): { kind: string; message: string } {
  if (error instanceof AppError) return { kind: error.kind, message: error.message }
  if (error instanceof ConfigError || error instanceof StartRefused)
    return { kind: 'invalid', message: error.message }
  if (error instanceof CommanderError) {
    const isHelp = error.code === 'commander.help'
    const message = isHelp ? 'which command? See --help' : error.message.replace(/^error: /, '')
    return { kind: 'invalid', message }
  }
  const problem = fileProblem(error)
  const message = problem
    ? `${problem.path} cannot be used: ${problem.reason}. Name another place, or let this user write there.`
    : String(error instanceof Error ? error.message : error)
  return { kind: 'failed', message }
}
