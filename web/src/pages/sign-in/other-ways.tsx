import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  knowsPasskeys,
  offersPasskeysQuietly,
  PasskeyCancelled,
  usePasskeySignIn,
} from '../../api/account/passkeys.ts'
import { explainAction } from '../../parts/explain-action.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { wayTexts } from '../../texts/ways.ts'

const words = wayTexts.signIn

/** Signing in with a passkey: below the e-mail field once the page is loaded, or by the button. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const quiet = usePasskeySignIn()
  const loud = usePasskeySignIn()
  const waiting = useRef<AbortController>(undefined)
  const finish = useRef(onSignedIn)
  finish.current = onSignedIn
  const { mutate: askQuietly } = quiet

  useEffect(() => {
    const controller = new AbortController()
    waiting.current = controller
    offersPasskeysQuietly().then((isOffered) => {
      if (!isOffered || controller.signal.aborted) return
      const asking = { isQuiet: true, signal: controller.signal }
      askQuietly(asking, { onSuccess: () => finish.current() })
    })
    return () => controller.abort()
  }, [askQuietly])

  if (!knowsPasskeys()) return null
  const press = () => {
    // A browser shows one prompt at a time.
    waiting.current?.abort()
    loud.mutate({}, { onSuccess: onSignedIn })
  }
  const isQuietTrouble = quiet.error && !isOver(quiet.error)
  const error = loud.error ?? (isQuietTrouble ? quiet.error : null)
  return (
    <>
      {error && <Notice look="bad">{explainAction(error)}</Notice>}
      <Button onClick={press} busy={loud.isPending}>
        <KeyRound aria-hidden />
        {words.passkey}
      </Button>
    </>
  )
}

function isOver(error: Error): boolean {
  return error instanceof PasskeyCancelled || error.name === 'AbortError'
}
