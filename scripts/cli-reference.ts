import { createProgram } from '../cli/src/run-cli.ts'

type Command = ReturnType<typeof createProgram>

/** The commands with their options as Markdown, read from the program that runs them. */
export function cliReference(): string {
  const nothing = () => undefined
  const program = createProgram({ out: nothing, err: nothing }, false, nothing)
  return program.commands.map((command) => section(command)).join('\n')
}

function section(command: Command): string {
  const leaves = command.commands.length === 0 ? [command] : command.commands
  const rows = leaves.flatMap((leaf) => [
    `| \`${usage(leaf)}\` | | ${cell(leaf.description())} |`,
    ...leaf.options.map(
      ({ flags, description }) => `| | \`${withoutBars(flags)}\` | ${cell(description)} |`,
    ),
  ])
  return `## ${command.name()}\n\n${sentence(command.description())}\n\n| Command | Option | |\n|---|---|---|\n${rows.join('\n')}\n`
}

/** The words to type, such as `site reset <site>`. */
function usage(leaf: Command): string {
  const parent = leaf.parent?.parent ? `${leaf.parent.name()} ` : ''
  const parameters = leaf.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name()
    return one.required ? ` <${name}>` : ` [${name}]`
  })
  return `${parent}${leaf.name()}${parameters.join('')}`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${cell(text).slice(1)}.`
}

/** Text for a table's cell, without tags that Markdown would pass on. */
function cell(text: string): string {
  return withoutBars(text).replaceAll('<', '\\<')
}

function withoutBars(text: string): string {
  return text.replaceAll('|', '\\|')
}
