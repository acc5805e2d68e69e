import { X } from 'lucide-react'
import { useState } from 'react'
import { useLabel } from '../../api/goal-name.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import type { Range } from '../../url-state/range.ts'
import { Field } from '../forms/field.tsx'
import styles from './value-field.module.css'
import { ValueField } from './value-field.tsx'

interface ValuesFieldProps {
  siteId: string
  dimension: Dimension
  range: Range
  values: readonly string[]
  /** The typed text that is not one of the values yet; it counts as one when the form is submitted. */
  written: string
  change: (changed: { values?: string[]; written: string }) => void
  error: string | undefined
}

/** Several values of a dimension: chosen from the site's own, or typed and added with Enter. */
export function ValuesField({ values, written, change, ...field }: ValuesFieldProps) {
  const words = texts.filters
  const labelOf = useLabel(field.siteId)
  // Announces a list that shrinks to screen readers.
  const [said, setSaid] = useState('')
  const add = (value: string) => change({ values: [...new Set([...values, value])], written: '' })
  const remove = (value: string) => {
    change({ values: values.filter((one) => one !== value), written })
    setSaid(words.removed(labelOf(field.dimension, value)))
  }
  return (
    <Field label={words.value} hint={words.valueHint} error={field.error}>
      {(parts) => (
        <>
          <ValueField
            {...parts}
            label={words.value}
            siteId={field.siteId}
            dimension={field.dimension}
            range={field.range}
            value={written}
            change={(text) => change({ written: text })}
            choose={add}
            {...(written.trim() !== '' && { enter: () => add(written.trim()) })}
          />
          {values.length > 0 && (
            <ul className={styles.values}>
              {values.map((value) => (
                <li key={value} className={styles.chosen}>
                  <span className={styles.name}>{labelOf(field.dimension, value)}</span>
                  <button
                    type="button"
                    aria-label={words.removeValue(labelOf(field.dimension, value))}
                    onClick={() => remove(value)}
                  >
                    <X aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <span className="visually-hidden" role="status">
            {said}
          </span>
        </>
      )}
    </Field>
  )
}
