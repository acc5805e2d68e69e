import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Moves the scripts that VitePress writes into its pages (the theme before the first drawing, the names of the pages'
 * files) to files of their own, and drops `style` attributes: the content security policy allows neither inline.
 * `base` is where the site is served.
 */
export function movedScripts(base: string) {
  const files = new Map<string, string>()
  return {
    moveOut(html: string): string {
      return html
        .replace(
          /<script([^>]*)>([^<]+)<\/script>/g,
          (_whole, attributes: string, code: string) => {
            const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
            const name = `assets/page-${hash}.js`
            files.set(name, code)
            return `<script${attributes} src="${base}${name}"></script>`
          },
        )
        .replace(/(<[a-z][^>]*?) style="[^"]*"/g, '$1')
    },
    write(folder: string): void {
      for (const [name, code] of files) writeFileSync(join(folder, name), code)
    },
  }
}
