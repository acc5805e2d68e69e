import { ConfigError } from '@tributary/server/config.ts'
import { AppError, StartRefused } from '@tributary/server/errors.ts'
import { fileProblem } from '@tributary/server/process/file-problem.ts'
import { Command, CommanderError } from 'commander'
import { type Answer, type Give, type Print, printAnswer, printError } from './print.ts'

type AddCommands = (program: Command, give: Give, print: Print) => void

/** The commands by their first word. Only what a command needs is loaded: all of it takes twice as long. */
const groups: readonly [words: readonly string[], load: () => Promise<AddCommands>][] = [
  [['account'], async () => (await import('./account-commands.ts')).accountCommands],
  [['site'], async () => (await import('./site-commands.ts')).siteCommands],
  [['key'], async () => (await import('./key-commands.ts')).keyCommands],
  [['provider'], async () => (await import('./provider-commands.ts')).providerCommands],
  [['spend'], async () => (await import('./spend-commands.ts')).spendCommands],
  [['doctor'], async () => (await import('./doctor-command.ts')).doctorCommand],
  [['backup', 'restore'], async () => (await import('./backup-commands.ts')).backupCommands],
  [['move'], async () => (await import('./move-command.ts')).moveCommand],
  [['export'], async () => (await import('./export-command.ts')).exportCommand],
  [['import'], async () => (await import('./import-command.ts')).importCommand],
  [['secret'], async () => (await import('./secret-command.ts')).secretCommand],
  [['mail'], async () => (await import('./mail-command.ts')).mailCommand],
  [['journal'], async () => (await import('./journal-command.ts')).journalCommand],
]

/**
 * Runs one command and returns the exit code. With `--json`, stdout is exactly one JSON object, failures included;
 * without, it is for people. Errors go to stderr either way.
 */
export async function runCli(words: readonly string[], print: Print): Promise<number> {
  // Read here and not by the parser, because a line that cannot be parsed is answered in JSON too.
  const asJson = words.includes('--json')
  let answer: Answer | undefined
  const give = (given: Answer) => {
    answer = given
  }
  try {
    const program = await createProgram(print, asJson, give, words)
    await program.parseAsync([...words], { from: 'user' })
    if (answer !== undefined) printAnswer(print, asJson, answer)
    return answer?.failed ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    printError(print, asJson, describe(error))
    return 1
  }
}

/**
 * The program with the commands that the first word names, or with all of them. `give` receives the result of the
 * command that runs.
 */
export async function createProgram(
  print: Print,
  asJson: boolean,
  give: Give,
  words: readonly string[] = [],
): Promise<Command> {
  const program = new Command('tributary')
    .description('Manages a Tributary installation. Commands work while the server runs.')
    .option('--json', 'print one JSON object')
    .helpCommand(false)
  const first = words.find((word) => !word.startsWith('-')) ?? ''
  const named = groups.filter(([begin]) => begin.includes(first))
  for (const [, load] of named.length > 0 ? named : groups) {
    const addCommands = await load()
    addCommands(program, give, print)
  }
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
