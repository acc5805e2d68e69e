import { Dialog } from '@base-ui/react/dialog'
import type { AppFunnel } from '@tributary/contract/app-funnel.ts'
import { type FormEvent, useState } from 'react'
import { useSaveFunnel } from '../../api/funnels.ts'
import type { Site } from '../../api/sites.ts'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { explainFailure } from '../../parts/failure.tsx'
import { TextField } from '../../parts/field.tsx'
import forms from '../../parts/form.module.css'
import { Notice } from '../../parts/notice.tsx'
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

/** Asks for a name, and whether a funnel that was opened is changed or stays beside a new one. */
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
      onSuccess: (kept) => {
        close()
        saved(kept)
      },
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep(open?.id)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>{words.saveTitle}</Dialog.Title>
          <form className={forms.form} onSubmit={submit}>
            <TextField
              label={words.name}
              value={name}
              maxLength={255}
              onChange={(event) => setName(event.target.value)}
              error={tried && name.trim() === '' ? words.nameMissing : undefined}
            />
            {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
            <div className={dialogs.actions}>
              <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
              {open && (
                <Button disabled={save.isPending} onClick={() => keep(undefined)}>
                  {words.saveNew}
                </Button>
              )}
              <Button type="submit" look="primary" busy={save.isPending}>
                {open ? texts.save : words.save}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
