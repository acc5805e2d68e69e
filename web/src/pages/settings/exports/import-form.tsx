import type { ImportFormatName } from '@tributary/contract/data-import.ts'
import { type FormEvent, useState } from 'react'
import { useSendImport } from '../../../api/site/imports.ts'
import { formatWholeShare } from '../../../format/number.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import forms from '../../../parts/forms/form.module.css'
import { explainFailure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { portabilityTexts as words } from '../../../texts/portability.ts'
import styles from './exports.module.css'

/** Uploads another tool's file. What it would add is shown below, before anything is stored. */
export function ImportForm({ siteId }: { siteId: string }) {
  const [format, setFormat] = useState<ImportFormatName>('tributary')
  const [sent, setSent] = useState(0)
  const send = useSendImport(siteId)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const file = new FormData(form).get('file')
    if (!(file instanceof File) || file.size === 0) return
    setSent(0)
    send.mutate({ format, file, onSent: setSent }, { onSuccess: () => form.reset() })
  }
  return (
    <section className={styles.section} aria-labelledby="import-title">
      <h3 id="import-title">{words.importTitle}</h3>
      <p className={styles.lead}>{words.importLead}</p>
      <form className={styles.section} onSubmit={submit}>
        <div className={forms.pair}>
          <SelectField
            label={words.tool}
            value={format}
            onChange={(event) => setFormat(event.target.value as ImportFormatName)}
          >
            {Object.entries(words.tools).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label={words.file}
            name="file"
            type="file"
            required
            accept=".csv,.json,.ndjson,.jsonl,.gz,.zip"
          />
        </div>
        {send.error && <Notice look="bad">{explainFailure(send.error)}</Notice>}
        <div>
          <Button look="primary" type="submit" busy={send.isPending}>
            {send.isPending ? words.sending(formatWholeShare(sent)) : words.send}
          </Button>
        </div>
      </form>
    </section>
  )
}
