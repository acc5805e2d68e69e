import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** The problem with the value, in words; read out as soon as it appears. */
  error?: string | undefined
  children: (parts: { id: string; describedBy: string | undefined; invalid: boolean }) => ReactNode
}

/** A label, its control, a hint and an error, associated for assistive technology. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, describedBy: notes || undefined, invalid: error !== undefined })}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

type Labelled<Props> = Props & Omit<FieldProps, 'children'>

/** One line of text with its label. */
export function TextField({ label, hint, error, ...input }: Labelled<ComponentProps<'input'>>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy, invalid }) => (
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
        />
      )}
    </Field>
  )
}

/** A native select: quick, familiar, good on phones. */
export function SelectField({
  label,
  hint,
  error,
  children,
  ...select
}: Labelled<ComponentProps<'select'>>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy, invalid }) => (
        <select
          {...select}
          id={id}
          className={styles.input}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
        >
          {children}
        </select>
      )}
    </Field>
  )
}
