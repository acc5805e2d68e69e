import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import type { DayRange } from '../../url-state/range.ts'
import { Button } from '../button.tsx'
import dialogs from '../dialog.module.css'
import { TextField } from '../field.tsx'
import forms from '../form.module.css'

interface CustomRangeProps {
  title: string
  action: string
  /** What the form begins with. */
  days: DayRange | undefined
  choose: (days: DayRange) => void
  close: () => void
}

/** Asks for the first and the last day of a range. */
export function CustomRangeDialog(props: CustomRangeProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>{props.title}</Dialog.Title>
          <CustomRangeForm {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function CustomRangeForm({ action, days, choose, close }: CustomRangeProps) {
  const [from, setFrom] = useState(days?.from ?? '')
  const [to, setTo] = useState(days?.to ?? '')
  const isWrong = from !== '' && to !== '' && from > to
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (from === '' || to === '' || isWrong) return
    close()
    choose({ from, to })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
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
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
        <Button type="submit" look="primary">
          {action}
        </Button>
      </div>
    </form>
  )
}
