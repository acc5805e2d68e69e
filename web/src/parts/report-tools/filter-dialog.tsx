import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { type Dimension, dimensions } from '../../url-state/dimension.ts'
import { type Filter, filterOperators } from '../../url-state/filter.ts'
import type { Range } from '../../url-state/range.ts'
import { Button } from '../button.tsx'
import dialogs from '../dialog.module.css'
import { SelectField } from '../field.tsx'
import forms from '../form.module.css'
import { ValuesField } from './values-field.tsx'

interface FilterDialogProps {
  siteId: string
  /** When the values that are offered were seen. */
  range: Range
  /** The filter to change; a new one when absent. */
  filter: Filter | undefined
  apply: (filter: Filter) => void
  close: () => void
}

/** Asks what everything is to be filtered by. */
export function FilterDialog(props: FilterDialogProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>
            {props.filter ? texts.filters.editTitle : texts.filters.addTitle}
          </Dialog.Title>
          <FilterForm {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function FilterForm({ siteId, range, filter, apply, close }: FilterDialogProps) {
  const [dimension, setDimension] = useState<Dimension>(filter?.dimension ?? 'source')
  const [operator, setOperator] = useState<Filter['operator']>(filter?.operator ?? 'is')
  const [values, setValues] = useState<readonly string[]>(filter?.values ?? [])
  const [written, setWritten] = useState('')
  const [tried, setTried] = useState(false)
  const kept = [...new Set([...values, written.trim()])].filter(
    // What was opened with an empty value ("No campaign") may keep it.
    (value) => value !== '' || (values.includes('') && operator.startsWith('is')),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (kept.length === 0) return
    close()
    apply({ dimension, operator, values: kept })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
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
        error={tried && kept.length === 0 ? texts.filters.valueMissing : undefined}
      />
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
        <Button type="submit" look="primary">
          {texts.filters.apply}
        </Button>
      </div>
    </form>
  )
}
