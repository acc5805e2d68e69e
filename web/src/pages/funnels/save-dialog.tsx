import type { AppFunnel } from '@tributary/contract/app/funnel.ts'
import { useState } from 'react'
import { useSaveFunnel } from '../../api/funnels.ts'
import type { Site } from '../../api/site/sites.ts'
import { DialogForm, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { texts } from '../../texts/texts.ts'
import type { FunnelState } from '../../url-state/funnel-state.ts'
import { stepInput } from '../../url-state/step.ts'

const words = exploreTexts.funnels

interface SaveDialogProps {
  site: Site
  funnel: FunnelState
  /** The saved funnel that the shown one was opened from. */
  open: AppFunnel | undefined
  saved: (funnel: AppFunnel) => void
  close: () => void
}

/** Asks for a name, and whether a funnel that was opened is changed or saved as a new one. */
export function SaveDialog({ site, funnel, open, saved, close }: SaveDialogProps) {
  const save = useSaveFunnel(site.id)
  const [name, setName] = useState(open?.name ?? '')
  const [tried, setTried] = useState(false)
  const keep = (id: string | undefined) => {
    setTried(true)
    if (name.trim() === '') return
    const { by, windowHours } = funnel
    const whole = { id, name, by, windowHours, steps: funnel.steps.map(stepInput) }
    save.mutate(whole, {
      onSuccess: (answer) => {
        close()
        saved(answer)
      },
    })
  }
  return (
    <SmallDialog title={words.saveTitle} close={close}>
      <DialogForm
        submit={() => keep(open?.id)}
        mutation={save}
        action={open ? texts.save : words.save}
        otherDeed={
          open && (
            <Button disabled={save.isPending} onClick={() => keep(undefined)}>
              {words.saveNew}
            </Button>
          )
        }
      >
        <TextField
          label={words.name}
          value={name}
          maxLength={255}
          onChange={(event) => setName(event.target.value)}
          error={tried && name.trim() === '' ? words.nameMissing : undefined}
        />
      </DialogForm>
    </SmallDialog>
  )
}
