// The smallest tracker, /js/core.js: page views, single-page routes, goals by call, ids. Without
// engaged time, goals by attribute, outbound links, downloads and shared domains.
import { openCommands } from './commands.ts'
import { whenShown } from './guard.ts'
import { followPages } from './page-views.ts'

whenShown(() => {
  followPages()
  openCommands()
})
