import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import styles from './hint.module.css'

/** A word that explains itself when pointed at or focused; Escape puts the explanation away. */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const [isDismissed, setIsDismissed] = useState(false)
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setIsDismissed(true)
  }
  return (
    <span className={styles.place} onPointerEnter={() => setIsDismissed(false)}>
      <button
        type="button"
        className={styles.word}
        aria-describedby={id}
        onKeyDown={press}
        onFocus={() => setIsDismissed(false)}
      >
        {children}
      </button>
      <span id={id} role="tooltip" className={styles.hint} hidden={isDismissed}>
        {text}
      </span>
    </span>
  )
}
