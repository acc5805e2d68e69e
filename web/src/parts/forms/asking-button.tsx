import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { Button } from './button.tsx'

interface AskingButtonProps {
  /** The button's text, which is repeated in the question. */
  action: string
  busy: string
  /** The accessible name, if several buttons have the same text. */
  label?: string
  look?: 'plain' | 'quiet'
  title: string
  /** What will happen, in words. */
  children: ReactNode
  mutation: { isPending: boolean; error: unknown; reset: () => void }
  /** Does it; `close` closes the question if the button stays on the page. */
  confirm: (close: () => void) => void
}

/** A button for an action that is not easily undone: it asks for confirmation. */
export function AskingButton({
  action,
  label,
  look = 'plain',
  confirm,
  ...rest
}: AskingButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => {
    rest.mutation.reset()
    setIsAsking(false)
  }
  return (
    <>
      <Button look={look} aria-label={label} onClick={() => setIsAsking(true)}>
        {action}
      </Button>
      {isAsking && (
        <ConfirmDialog {...rest} action={action} confirm={() => confirm(close)} close={close} />
      )}
    </>
  )
}
