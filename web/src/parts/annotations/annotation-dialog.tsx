import { Dialog } from '@base-ui/react/dialog'
import {
  type Annotation,
  type AnnotationInput,
  type AnnotationKind,
  annotationKinds,
  mostAnnotationText,
} from '@tributary/contract/annotations.ts'
import type { FormEvent } from 'react'
import { useSaveAnnotation } from '../../api/annotations.ts'
import { annotationTexts as words } from '../../texts/annotations.ts'
import { texts } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import dialogs from '../dialog.module.css'
import { explainFailure } from '../failure.tsx'
import { SelectField, TextField } from '../field.tsx'
import forms from '../form.module.css'
import { Notice } from '../notice.tsx'

interface AnnotationDialogProps {
  siteId: string
  /** The note to change; without one, a new one. */
  note?: Annotation
  /** The day a new one begins with. */
  day?: string | undefined
  close: () => void
}

/** Writes a note, or changes one. */
export function AnnotationDialog({ siteId, note, day, close }: AnnotationDialogProps) {
  const save = useSaveAnnotation(siteId)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = readForm(new FormData(event.currentTarget), note)
    save.mutate({ id: note?.annotationId, input }, { onSuccess: close })
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>
            {note ? words.editTitle : words.addTitle}
          </Dialog.Title>
          <form className={forms.form} onSubmit={submit}>
            <TextField
              label={words.text}
              name="text"
              required
              maxLength={mostAnnotationText}
              defaultValue={note?.text}
            />
            <SelectField label={words.kind} name="kind" defaultValue={note?.kind ?? 'note'}>
              {annotationKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {words.kinds[kind]}
                </option>
              ))}
            </SelectField>
            <div className={forms.pair}>
              <TextField
                label={words.day}
                name="day"
                type="date"
                required
                defaultValue={note?.day ?? day}
              />
              <TextField
                label={words.until}
                name="until"
                type="date"
                hint={words.untilHint}
                defaultValue={note?.until === null ? undefined : note?.lastDay}
              />
            </div>
            <TextField
              label={words.link}
              name="link"
              type="url"
              hint={words.linkHint}
              defaultValue={note?.link ?? undefined}
            />
            {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
            <div className={dialogs.actions}>
              <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
              <Button type="submit" look="primary" busy={save.isPending}>
                {save.isPending ? words.saving : words.save}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** A note that a program wrote to the minute keeps its moments, as long as their days stay. */
function readForm(form: FormData, note: Annotation | undefined): AnnotationInput {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const at = note !== undefined && text('day') === note.day ? note.at : text('day')
  const until = note?.until && text('until') === note.lastDay ? note.until : text('until')
  return {
    at,
    text: text('text'),
    kind: text('kind') as AnnotationKind,
    ...(until !== '' && { until }),
    ...(text('link') !== '' && { link: text('link') }),
  }
}
