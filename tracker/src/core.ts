// The small script, /js/core.js: page views, single-page routes, goals by call, ids. docs/tracker.md lists what it
// leaves out.
import { openCommands } from './commands.ts'
import { whenShown } from './listen.ts'
import { followPages } from './page-views.ts'

whenShown(() => {
  followPages()
  openCommands()
})
