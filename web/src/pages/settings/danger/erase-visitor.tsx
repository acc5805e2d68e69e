import { type FormEvent, useState } from 'react'
import { useEraseVisitor } from '../../../api/site/danger.ts'
import { formatCount } from '../../../format/number.ts'
import { ConfirmDialog } from '../../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import forms from '../../../parts/forms/form.module.css'
import { Notice } from '../../../parts/states/notice.tsx'
import { careTexts } from '../../../texts/care.ts'

const words = careTexts.danger

/** Erases one visitor. */
export function EraseVisitor({ siteId }: { siteId: string }) {
  const erase = useEraseVisitor(siteId)
  const [visitorId, setVisitorId] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    erase.reset()
    setIsAsking(true)
  }
  return (
    <>
      <form className={forms.form} onSubmit={submit}>
        <div>
          <h3>{words.erase}</h3>
          <p className={forms.hint}>{words.eraseHint}</p>
        </div>
        <TextField
          label={words.visitorId}
          hint={words.visitorIdHint}
          name="visitorId"
          required
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={visitorId}
          onChange={({ target }) => setVisitorId(target.value)}
        />
        {erase.data && (
          <Notice look="good">
            {words.erased(
              formatCount(erase.data.events),
              formatCount(erase.data.identities),
              formatCount(erase.data.payments),
            )}
          </Notice>
        )}
        <div>
          <Button type="submit" look="danger" disabled={visitorId.trim() === ''}>
            {words.erase}
          </Button>
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          title={words.eraseTitle}
          action={words.eraseAction}
          busy={words.erasing}
          mutation={erase}
          typed={{ word: visitorId.trim(), label: words.eraseWord }}
          confirm={() =>
            erase.mutate(visitorId.trim(), {
              onSuccess: () => {
                setIsAsking(false)
                setVisitorId('')
              },
            })
          }
          close={() => setIsAsking(false)}
        >
          {words.eraseWhat(visitorId.trim())}
        </ConfirmDialog>
      )}
    </>
  )
}
