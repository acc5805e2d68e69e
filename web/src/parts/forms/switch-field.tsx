import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'
import styles from './switch-field.module.css'

interface SwitchFieldProps {
  label: string
  hint: string
  checked: boolean
  change: (on: boolean) => void
}

/** A switch with its explanation. */
export function SwitchField({ label, hint, checked, change }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <Switch.Root
        className={styles.track}
        checked={checked}
        onCheckedChange={change}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
      >
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
      <div>
        <p id={`${id}-label`} className={styles.label}>
          {label}
        </p>
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      </div>
    </div>
  )
}
