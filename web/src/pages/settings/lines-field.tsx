import fields from '../../parts/forms/field.module.css'
import { Field } from '../../parts/forms/field.tsx'

interface LinesFieldProps {
  label: string
  hint: string
  name: string
  value: string
  change: (text: string) => void
  error?: string | undefined
}

/** A few items, one on each line. */
export function LinesField({ label, hint, name, value, change, error }: LinesFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy, invalid }) => (
        <textarea
          id={id}
          name={name}
          className={fields.input}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          rows={3}
          spellCheck={false}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}
