import { useEffect, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import styles from './slow-note.module.css'

const patienceMs = 4_000

/** Explains, after a while, that waiting is normal and why. */
export function SlowNote() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className={styles.note} role="status">
      {isSlow && texts.slow}
    </p>
  )
}
