import type { DefaultTheme } from 'vitepress'

/** The pages by what a reader wants to do. A page that is missing here fails scripts/help-site.test.ts. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  { text: 'x', items: [{ text: 'API', link: '/api' }] },
]
