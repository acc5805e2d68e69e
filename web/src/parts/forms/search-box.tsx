import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import fields from './field.module.css'
import styles from './search-box.module.css'

/** Milliseconds without a key press until the list is requested. */
const restMs = 250

interface SearchBoxProps {
  label: string
  /** The placeholder of the empty field. */
  hint: string
  value: string
  change: (value: string) => void
  maxLength?: number
}

/** A search field that searches while somebody types, once typing pauses. */
export function SearchBox({ label, hint, value, change, maxLength }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => change(typed), restMs)
    return () => clearTimeout(timer)
  })
  return (
    <div className={styles.search}>
      <Search aria-hidden />
      <input
        type="search"
        className={fields.input}
        aria-label={label}
        placeholder={hint}
        value={typed}
        maxLength={maxLength}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}
