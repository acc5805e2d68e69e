import { createProgram } from '../../cli/src/run-cli.ts'

type Command = Awaited<ReturnType<typeof createProgram>>

/** The commands with their options as Markdown, read from the program that runs them. */
export async function cliReference(): Promise<string> {
  const nothing = () => undefined
  const program = await createProgram({ out: nothing, err: nothing }, false, nothing)
  return program.commands.map((command) => section(command)).join('\n')
}

function section(command: Command): string {
  const leaves = command.commands.length === 0 ? [command] : command.commands
  const parts = leaves.map((leaf) => {
    const options = leaf.options.map(
      ({ flags, description }) => `* \`${flags}\`: ${plain(description)}\n`,
    )
    const list = options.length > 0 ? `\n${options.join('')}` : ''
    return `### \`${usage(leaf)}\`\n\n${sentence(leaf.description())}\n${list}`
  })
  const lead = command.commands.length === 0 ? '' : `${sentence(command.description())}\n\n`
  return `## ${command.name()}\n\n${lead}${parts.join('\n')}`
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
  return `${text.charAt(0).toUpperCase()}${plain(text).slice(1)}.`
}

/** Without tags that Markdown would pass on. */
function plain(text: string): string {
  return text.replaceAll('<', '\\<')
}
