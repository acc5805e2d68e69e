import { Bookmark, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Segment, useRemoveSegment, useSaveSegment, useSegments } from '../../api/segments.ts'
import { useMay } from '../../api/sites.ts'
import { texts } from '../../texts/texts.ts'
import { type Filter, filterInput, isSameChoice } from '../../url-state/filter.ts'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { TextField } from '../field.tsx'
import { MenuChoices, MenuItem, MenuLine, MenuPopup } from '../menu.tsx'
import { DialogForm, SmallDialog } from '../small-dialog.tsx'
import styles from './filter-chips.module.css'

const words = texts.segments

interface SegmentMenuProps {
  siteId: string
  filters: readonly Filter[]
  change: (filters: Filter[]) => void
}

/**
 * The site's saved segments. Hidden while there is none and
 * nothing to save. A chosen segment is in the URL as its filters.
 */
export function SegmentMenu({ siteId, filters, change }: SegmentMenuProps) {
  const { data: segments } = useSegments(siteId)
  const mayKeep = useMay(siteId, 'admin')
  const [dialog, setDialog] = useState<'save' | Segment>()
  const chosen = segments?.find((one) => isSameChoice(one.filters, filters))
  const canSave = mayKeep && filters.length > 0 && chosen === undefined
  if (segments === undefined || (segments.length === 0 && !canSave)) return null
  return (
    <>
      <MenuPopup
        trigger={
          <Button look="quiet" className={styles.add}>
            <Bookmark aria-hidden />
            {chosen?.name ?? words.label}
          </Button>
        }
      >
        {segments.length > 0 && (
          <MenuChoices
            value={chosen?.id}
            choices={segments.map(({ id, name }) => ({ value: id, label: name }))}
            choose={(id) => change(segments.find((one) => one.id === id)?.filters ?? [])}
          />
        )}
        {mayKeep && segments.length > 0 && (canSave || chosen) && <MenuLine />}
        {canSave && (
          <MenuItem icon={<Plus aria-hidden />} onClick={() => setDialog('save')}>
            {words.save}
          </MenuItem>
        )}
        {mayKeep && chosen && (
          <MenuItem icon={<Trash2 aria-hidden />} onClick={() => setDialog(chosen)}>
            {words.remove(chosen.name)}
          </MenuItem>
        )}
      </MenuPopup>
      {dialog === 'save' && (
        <SaveDialog siteId={siteId} filters={filters} close={() => setDialog(undefined)} />
      )}
      {typeof dialog === 'object' && (
        <RemoveDialog siteId={siteId} segment={dialog} close={() => setDialog(undefined)} />
      )}
    </>
  )
}

interface SaveDialogProps {
  siteId: string
  filters: readonly Filter[]
  close: () => void
}

function SaveDialog({ siteId, filters, close }: SaveDialogProps) {
  const save = useSaveSegment(siteId)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (name.trim() === '') return
    save.mutate({ name, filters: filters.map(filterInput) }, { onSuccess: close })
  }
  return (
    <SmallDialog title={words.saveTitle} close={close}>
      <DialogForm lead={words.saveHint} submit={submit} deed={save} action={texts.save}>
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

interface RemoveDialogProps {
  siteId: string
  segment: Segment
  close: () => void
}

function RemoveDialog({ siteId, segment, close }: RemoveDialogProps) {
  const remove = useRemoveSegment(siteId)
  return (
    <ConfirmDialog
      title={words.removeTitle(segment.name)}
      action={words.removeAction}
      busy={words.removing}
      deed={remove}
      confirm={() => remove.mutate(segment.id, { onSuccess: close })}
      close={close}
    >
      {words.removeHint}
    </ConfirmDialog>
  )
}
