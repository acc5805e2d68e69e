import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  plugins: [react(), firstScript(), compileHint()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no data: addresses, so nothing is ever folded into one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What is needed together is one file: in seventy small ones it is a tenth more, compressed,
        // and on a phone each of them waits for one of six connections.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'site', test: siteParts, priority: 2 },
            { name: 'menus', test: menuParts, priority: 1 },
          ],
        },
      },
    },
  },
})

/** The chart and the panels of the site page, which travel while its headline is drawn. */
function siteParts(id: string): boolean {
  return id.includes('web/src/pages/site/below-headline.')
}

/** What places menus; fields with offers and dialogs bring more of the library when they are opened. */
function menuParts(id: string): boolean {
  return id.includes('web/src/parts/frame/menu-parts.')
}

/** `first.js` as a file whose name changes with it, so that a browser keeps it like the others. */
function firstScript(): Plugin {
  let reference = ''
  let name = 'first.js'
  return {
    name: 'first-script',
    apply: 'build',
    async buildStart() {
      const source = await readFile(here('first.js'), 'utf8')
      reference = this.emitFile({ type: 'asset', name: 'first.js', source })
    },
    generateBundle: {
      order: 'pre',
      handler() {
        name = this.getFileName(reference)
      },
    },
    transformIndexHtml: { order: 'post', handler: (html) => html.replace('/first.js', `/${name}`) },
  }
}

/** The files of which nearly everything runs before the site page is shown. */
const compiledAhead = ['start', 'site']

/**
 * Tells Chromium to compile every function of these files while they travel, on another thread, and
 * not each on the first thread when it is called: a fifth of the work between the first script and
 * the first drawing. To other browsers it is a comment. https://v8.dev/blog/explicit-compile-hints
 */
function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    generateBundle: {
      // It has to be the first line, before what Vite puts there.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && compiledAhead.includes(file.name)) {
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
          }
        }
      },
    },
  }
}
