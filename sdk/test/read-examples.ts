/** The blocks of one language in a Markdown text, in order. */
export function blocksOf(markdown: string, language: string): string[] {
  // Blocks in a list are indented; whatever comes before the fence comes before every line.
  const fence = new RegExp(`^([ ]*)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\`$`, 'gm')
  return [...markdown.matchAll(fence)].map(([, indent = '', block = '']) =>
    block
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      .join('\n'),
  )
}

/** The examples in the comments of a source file, in order. */
export function docExamples(source: string): string[] {
  return [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].flatMap(([, comment = '']) =>
    blocksOf(comment.replace(/^ *\* ?/gm, ''), 'ts'),
  )
}

/** The expected output of an example, in order: the comments after its `console.log`. */
export function promisedOutput(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\)(?: |\n *)\/\/ (.+)$/gm)].map(([, text = '']) => text)
}
