import type { AppView, NewAppView } from '@tributary/contract/app/view.ts'
import { useState } from 'react'
import { useMay } from '../../api/site/sites.ts'
import { useSaveView } from '../../api/site/views.ts'
import { texts } from '../../texts/texts.ts'
import { viewTexts as words } from '../../texts/views.ts'
import { DialogForm, SmallDialog } from '../dialogs/small-dialog.tsx'
import { SelectField, TextField } from '../forms/field.tsx'
import { SwitchField } from '../forms/switch-field.tsx'

interface SaveViewDialogProps {
  siteId: string
  content: Pick<NewAppView, 'filters' | 'params'>
  done: (view: AppView) => void
  close: () => void
}

/** Asks for the name of a view, its scope, and whether the site's page opens with it. */
export function SaveViewDialog({ siteId, content, done, close }: SaveViewDialogProps) {
  const save = useSaveView(siteId)
  const isAdmin = useMay(siteId, 'admin')
  const [name, setName] = useState('')
  const [scope, setScope] = useState<NewAppView['scope']>('person')
  const [isDefault, setIsDefault] = useState(false)
  const [tried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (name.trim() === '') return
    const onSuccess = (view: AppView) => {
      close()
      done(view)
    }
    save.mutate({ ...content, name, scope, isDefault }, { onSuccess })
  }
  return (
    <SmallDialog title={words.saveTitle} close={close}>
      <DialogForm lead={words.saveHint} submit={submit} mutation={save} action={texts.save}>
        <TextField
          label={words.name}
          value={name}
          maxLength={255}
          onChange={(event) => setName(event.target.value)}
          error={tried && name.trim() === '' ? words.nameMissing : undefined}
        />
        {isAdmin && (
          <SelectField
            label={words.scope}
            value={scope}
            onChange={(event) => setScope(event.target.value as NewAppView['scope'])}
          >
            <option value="person">{words.forPerson}</option>
            <option value="site">{words.forSite}</option>
          </SelectField>
        )}
        <SwitchField
          label={words.makeDefault}
          hint={words.defaultHint}
          checked={isDefault}
          change={setIsDefault}
        />
      </DialogForm>
    </SmallDialog>
  )
}
