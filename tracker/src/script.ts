// The full tracker, which pages load from /js/script.js.
import { onAct } from './clicks.ts'
import { openCommands } from './commands.ts'
import { noteSign } from './engagement.ts'
import { adoptFromAddress } from './hand-over.ts'
import { listen, whenShown } from './listen.ts'
import { followPages } from './page-views.ts'

whenShown(() => {
  adoptFromAddress()
  followPages()
  listen('click auxclick submit', onAct)
  listen('pointerdown pointermove keydown scroll visibilitychange', noteSign)
  listen('pagehide', () => noteSign())
  openCommands()
})
