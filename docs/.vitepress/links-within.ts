import { posix } from 'node:path'
import type { MarkdownOptions } from 'vitepress'

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/** Files of the repository that the site has a page of, by their paths from docs/. */
const pages = new Map([['../sdk/README.md', '/sdk']])

/**
 * Links of docs/*.md to other files of the repository lead nowhere on the site: their text is shown alone.
 */
export function linksWithin(md: Markdown): void {
  md.core.ruler.push('links-within', ({ tokens, env }) => {
    const folder = posix.dirname((env as { relativePath?: string }).relativePath ?? '')
    for (const token of tokens) {
      const inner = token.children ?? []
      for (const [index, link] of inner.entries()) {
        const target = link.type === 'link_open' ? (link.attrGet('href') ?? '') : ''
        if (target === '' || /^([a-z]+:|[#/])/.test(target)) continue
        // The SDK's page is a file of another folder.
        const file = posix.join(folder, target).replace(/^\.\.\/docs\//, '')
        const page = pages.get(file)
        if (page !== undefined) link.attrSet('href', page)
        else if (file.startsWith('../')) {
          const end = inner.findIndex((one, at) => at > index && one.type === 'link_close')
          for (const one of [link, inner[end]]) if (one) hide(one)
        }
      }
    }
  })
}

/** A token that nothing is written for. */
function hide(token: { type: string; content: string; tag: string }): void {
  token.type = 'text'
  token.content = ''
  token.tag = ''
}
