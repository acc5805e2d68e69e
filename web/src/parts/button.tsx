import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** Work is under way: the button cannot be pressed again, and says so. */
  busy?: boolean
}

/** A button. `type` is `button` unless said otherwise, so that it never sends a form by accident. */
export function Button({ look = 'plain', busy = false, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, styles[look], className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      disabled={busy || rest.disabled}
    />
  )
}

/** The look of a button, for links that lead somewhere. */
export function buttonClass(look: 'plain' | 'primary' | 'quiet'): string {
  return `${styles.button} ${styles[look]}`
}
