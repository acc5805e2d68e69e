import {
  type AnnotationKind,
  annotationKinds,
  mostAnnotationText,
} from '@tributary/contract/annotation-kinds.ts'
import type { Annotation, AnnotationInput } from '@tributary/contract/annotations.ts'
import { useSaveAnnotation } from '../../api/site/annotations.ts'
import { annotationTexts as words } from '../../texts/annotations.ts'
import { DialogForm, SmallDialog } from '../dialogs/small-dialog.tsx'
import { SelectField, TextField } from '../forms/field.tsx'
import forms from '../forms/form.module.css'

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
  const submit = (form: HTMLFormElement) => {
    const input = readForm(new FormData(form), note)
    save.mutate({ id: note?.annotationId, input }, { onSuccess: close })
  }
  return (
    <SmallDialog title={note ? words.editTitle : words.addTitle} close={close}>
      <DialogForm submit={submit} mutation={save} action={words.save} busy={words.saving}>
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
      </DialogForm>
    </SmallDialog>
  )
}

/** A note that a program stored with an exact time keeps it, as long as its days stay. */
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
