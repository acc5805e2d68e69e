import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** An action is in progress: the button cannot be pressed again, and shows that. */
  busy?: boolean
  /** Nothing to do right now, as at the end of a list; the button keeps the focus. */
  rests?: boolean
  /** The text contains a name of any length, so it wraps where it does not fit. */
  wraps?: boolean
}

/** A button. `type` is `button` by default, so that it never sends a form by accident. */
export function Button(props: ButtonProps) {
  const { look = 'plain', busy = false, rests = false, wraps = false, className, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      onClick={rests ? undefined : rest.onClick}
      className={[styles.button, styles[look], wraps && styles.wraps, className]
        .filter(Boolean)
        .join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={rests || undefined}
      disabled={busy || rest.disabled}
    />
  )
}

/** The look of a button, for links. */
export function buttonClass(look: 'plain' | 'primary' | 'quiet'): string {
  return `${styles.button} ${styles[look]}`
}
