/** A selected field, or the selection on objects of a type (`on`). */
interface Selected {
  name: string
  as: string
  args: Readonly<Record<string, unknown>>
  fields: readonly Selected[] | undefined
  on?: string
}

type Answering = (args: Readonly<Record<string, unknown>>) => unknown

/** An invalid query; its message is the error's code. */
export class GraphqlProblem extends Error {}

const mostPoints = 1000

/**
 * Answers a GraphQL query from plain objects, with only the selected fields. Values that are functions are fields
 * with arguments. Throws for unknown fields, and for queries that cost too much by Shopify's rules.
 */
export function answerGraphql(root: object, query: string, variables: object): unknown {
  const tokens: string[] =
    query.match(/\.\.\.|[A-Za-z_]\w*|\$\w+|-?\d+|"[^"]*"|[{}():,![\]]/g) ?? []
  const start = tokens.indexOf('{', tokens[2] === '(' ? tokens.indexOf(')') : 0)
  const parser = { tokens, at: start, variables: variables as Record<string, unknown> }
  const fields = parseFields(parser)
  if (costOf(fields) > mostPoints) throw new GraphqlProblem('MAX_COST_EXCEEDED')
  return project(root, fields)
}

interface Parser {
  tokens: readonly string[]
  at: number
  variables: Readonly<Record<string, unknown>>
}

function parseFields(parser: Parser): Selected[] {
  const take = () => parser.tokens[parser.at++] ?? ''
  const peek = () => parser.tokens[parser.at]
  const fields: Selected[] = []
  take()
  while (peek() !== '}') {
    const word = take()
    if (word === '') throw new GraphqlProblem('undefinedToken')
    if (word === '...') {
      take()
      const on = take()
      fields.push({ name: '', as: '', args: {}, on, fields: parseFields(parser) })
      continue
    }
    const hasAlias = peek() === ':'
    if (hasAlias) take()
    const name = hasAlias ? take() : word
    const args = peek() === '(' ? parseArguments(parser) : {}
    fields.push({ name, as: word, args, fields: peek() === '{' ? parseFields(parser) : undefined })
  }
  take()
  return fields
}

function parseArguments(parser: Parser): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  parser.at += 1
  while (parser.tokens[parser.at] !== ')') {
    const [name = '', , value = ''] = parser.tokens.slice(parser.at, parser.at + 3)
    parser.at += 3
    if (parser.tokens[parser.at] === ',') parser.at += 1
    if (value.startsWith('$')) args[name] = parser.variables[value.slice(1)]
    else args[name] = /^-?\d+$/.test(value) ? Number(value) : value === 'true' ? true : value
  }
  parser.at += 1
  return args
}

const uncounted = ['nodes', 'edges', 'pageInfo']

/** An object costs a point, and a list of `first` objects that many times as much. */
function costOf(fields: readonly Selected[]): number {
  return fields.reduce((sum, { name, args, fields: inner }) => {
    if (inner === undefined) return sum
    const own = (uncounted.includes(name) ? 0 : 1) + costOf(inner)
    return sum + own * (typeof args.first === 'number' ? args.first : 1)
  }, 0)
}

function project(value: unknown, fields: readonly Selected[] | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => project(one, fields))
  if (typeof value !== 'object' || value === null || fields === undefined) return value
  const object = value as Record<string, unknown>
  const entries = fields.flatMap((field): [string, unknown][] => {
    if (field.on !== undefined) {
      return field.on === object.__typename
        ? Object.entries(project(object, field.fields) as object)
        : []
    }
    if (!Object.hasOwn(object, field.name)) throw new GraphqlProblem('undefinedField')
    const found = object[field.name]
    const answered = typeof found === 'function' ? (found as Answering)(field.args) : found
    return [[field.as, project(answered, field.fields)]]
  })
  return Object.fromEntries(entries)
}
