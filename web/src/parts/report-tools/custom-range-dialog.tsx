import { useState } from 'react'
import { texts } from '../../texts/texts.ts'
import type { DayRange } from '../../url-state/range.ts'
import { DialogForm, SmallDialog } from '../dialogs/small-dialog.tsx'
import { TextField } from '../forms/field.tsx'
import forms from '../forms/form.module.css'

interface CustomRangeProps {
  title: string
  action: string
  /** The initial values of the form. */
  days: DayRange | undefined
  choose: (days: DayRange) => void
  close: () => void
}

/** Asks for the first and the last day of a range. */
export function CustomRangeDialog(props: CustomRangeProps) {
  return (
    <SmallDialog title={props.title} close={props.close}>
      <CustomRangeForm {...props} />
    </SmallDialog>
  )
}

function CustomRangeForm({ action, days, choose, close }: CustomRangeProps) {
  const [from, setFrom] = useState(days?.from ?? '')
  const [to, setTo] = useState(days?.to ?? '')
  const isWrong = from !== '' && to !== '' && from > to
  const submit = () => {
    if (from === '' || to === '' || isWrong) return
    close()
    choose({ from, to })
  }
  return (
    <DialogForm submit={submit} action={action}>
      <div className={forms.pair}>
        <TextField
          label={texts.ranges.from}
          type="date"
          name="from"
          required
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label={texts.ranges.to}
          type="date"
          name="to"
          required
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={isWrong ? texts.ranges.wrongOrder : undefined}
        />
      </div>
    </DialogForm>
  )
}
