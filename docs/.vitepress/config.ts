/** The help site: built by `npm run build` into docs/dist, served below /help/ (server/src/http/static-files.ts). */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { codeColours } from './code-colours.ts'
import { knownPackages } from './known-packages.ts'
import { linksWithin } from './links-within.ts'
import { movedScripts } from './moved-scripts.ts'
import { plainTables } from './plain-tables.ts'
import { sidebar } from './sidebar.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const scripts = movedScripts('/help/')

export default defineConfig({
  lang: 'en',
  title: 'Tributary help',
  description:
    'How to use Tributary, self-hosted web analytics that shows which traffic brings revenue',
  base: '/help/',
  outDir: '../docs/dist',
  cacheDir: '../node_modules/.cache/vitepress',
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', href: '/help/favicon.svg', type: 'image/svg+xml' }]],
  // Each page is fetched when it is opened; a reader of one page needs no other.
  router: { prefetchLinks: false },
  // It would be turned off by a style element, which the content security policy forbids.
  appearance: { disableTransition: false },
  markdown: {
    ...codeColours,
    anchor: { slugify: anchorOf },
    config(md) {
      // It makes faces of addresses such as http(s)://.
      md.disable('emoji')
      linksWithin(md)
      plainTables(md)
    },
  },
  vite: {
    configFile: false,
    plugins: [knownPackages()],
    publicDir: here('../../web/public'),
    // The content security policy allows no data: addresses of fonts and scripts.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1_000 },
  },
  transformHtml: (html) => scripts.moveOut(html),
  buildEnd: ({ outDir }) => scripts.write(outDir),
  themeConfig: {
    siteTitle: 'Tributary help',
    logo: '/favicon.svg',
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    notFound: {
      title: 'Page not found',
      quote:
        'This page does not exist or has moved. Search for it, or start from the list of all pages.',
      linkText: 'All help pages',
    },
  },
})

/** The anchor of a heading as GitHub makes it, so that a link works in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}
