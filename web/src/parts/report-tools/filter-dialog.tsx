import { useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { type Dimension, dimensions } from '../../url-state/dimension.ts'
import { type Filter, filterOperators } from '../../url-state/filter.ts'
import type { Range } from '../../url-state/range.ts'
import { DialogForm, SmallDialog } from '../dialogs/small-dialog.tsx'
import { SelectField } from '../forms/field.tsx'
import forms from '../forms/form.module.css'
import { ValuesField } from './values-field.tsx'

interface FilterDialogProps {
  siteId: string
  /** The days whose values are suggested. */
  range: Range
  /** The filter to change; a new one when absent. */
  filter: Filter | undefined
  apply: (filter: Filter) => void
  close: () => void
}

/** Asks for a filter of everything on the page. */
export function FilterDialog(props: FilterDialogProps) {
  return (
    <SmallDialog
      title={props.filter ? texts.filters.editTitle : texts.filters.addTitle}
      close={props.close}
    >
      <FilterForm {...props} />
    </SmallDialog>
  )
}

function FilterForm({ siteId, range, filter, apply, close }: FilterDialogProps) {
  const [dimension, setDimension] = useState<Dimension>(filter?.dimension ?? 'source')
  const [operator, setOperator] = useState<Filter['operator']>(filter?.operator ?? 'is')
  const [values, setValues] = useState<readonly string[]>(filter?.values ?? [])
  const [written, setWritten] = useState('')
  const [tried, setTried] = useState(false)
  const chosen = [...new Set([...values, written.trim()])].filter(
    // A filter that was opened with an empty value ("No campaign") may keep it.
    (value) => value !== '' || (values.includes('') && operator.startsWith('is')),
  )
  const submit = () => {
    setTried(true)
    if (chosen.length === 0) return
    close()
    apply({ dimension, operator, values: chosen })
  }
  return (
    <DialogForm submit={submit} action={texts.filters.apply}>
      <div className={forms.pair}>
        <SelectField
          label={texts.filters.subject}
          value={dimension}
          onChange={(event) => {
            setDimension(event.target.value as Dimension)
            setValues([])
          }}
        >
          {dimensions.map((one) => (
            <option key={one} value={one}>
              {texts.panels.names[one]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.filters.operator}
          value={operator}
          onChange={(event) => setOperator(event.target.value as Filter['operator'])}
        >
          {filterOperators.map((one) => (
            <option key={one} value={one}>
              {texts.filters[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <ValuesField
        siteId={siteId}
        dimension={dimension}
        range={range}
        values={values}
        written={written}
        change={(changed) => {
          if (changed.values) setValues(changed.values)
          setWritten(changed.written)
        }}
        error={tried && chosen.length === 0 ? texts.filters.valueMissing : undefined}
      />
    </DialogForm>
  )
}
