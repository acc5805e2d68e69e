import type { MarkdownOptions } from 'vitepress'

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/**
 * Tables without `style` attributes, which the content security policy forbids, and whose empty head cells are plain
 * cells: a screen reader would announce a heading that says nothing.
 */
export function plainTables(md: Markdown): void {
  md.core.ruler.push('plain-tables', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null
      const [inside, end] = [tokens[index + 1], tokens[index + 2]]
      if (token.type !== 'th_open' || inside?.content !== '' || end === undefined) continue
      token.tag = 'td'
      end.tag = 'td'
    }
  })
}
