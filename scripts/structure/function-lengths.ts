import { parseAst } from 'rolldown/parseAst'

/** A function, nested ones included, by where it begins. */
export interface FunctionLength {
  file: string
  line: number
  lines: number
}

interface Node {
  type: string
  start: number
  end: number
}

export const lineCount = (text: string) => text.split('\n').length - 1

/** The functions of some files, given as their texts by path. */
export function functionLengths(texts: ReadonlyMap<string, string>): FunctionLength[] {
  return [...texts].flatMap(([file, text]) => {
    const tree = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
    return functionsOf(tree as Node).map(({ start, end }) => ({
      file,
      line: lineCount(`${text.slice(0, start)}\n`),
      lines: lineCount(`${text.slice(start, end)}\n`),
    }))
  })
}

function functionsOf(node: Node, found: Node[] = []): Node[] {
  if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
    found.push(node)
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) functionsOf(child, found)
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
