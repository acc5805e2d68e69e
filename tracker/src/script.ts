// The tracker, whole: what pages load from /js/script.js.
import { onAct } from './clicks.ts'
import { openCommands } from './commands.ts'
import { noteSign } from './engagement.ts'
import { listen, whenShown } from './guard.ts'
import { adoptFromAddress } from './hand-over.ts'
import { followPages } from './page-views.ts'

whenShown(() => {
  adoptFromAddress()
  followPages(noteSign)
  listen('click auxclick submit', onAct)
  listen('visibilitychange scroll keydown pointerdown pointermove', noteSign)
  listen('pagehide', () => noteSign(true))
  openCommands()
})
