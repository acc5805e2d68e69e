import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import styles from './hint.module.css'

interface HintProps {
  text: ReactNode
  children: ReactNode
  /** The whole surrounding box, which must be positioned, takes the pointer. */
  fillsBox?: boolean
  /** What pressing does, and whether that holds now. */
  choice?: { isChosen: boolean; choose: () => void } | undefined
}

/** A word that explains itself when pointed at or focused; Escape puts the explanation away. */
export function Hint({ text, children, fillsBox = false, choice }: HintProps) {
  const id = useId()
  const [isDismissed, setIsDismissed] = useState(false)
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setIsDismissed(true)
  }
  return (
    <span
      className={fillsBox ? styles.box : styles.place}
      onPointerEnter={() => setIsDismissed(false)}
    >
      <button
        type="button"
        className={choice ? styles.choice : styles.word}
        aria-describedby={id}
        aria-pressed={choice?.isChosen}
        onKeyDown={press}
        onFocus={() => setIsDismissed(false)}
        onClick={choice?.choose}
      >
        {children}
      </button>
      <span id={id} role="tooltip" className={styles.hint} hidden={isDismissed}>
        {text}
      </span>
    </span>
  )
}
