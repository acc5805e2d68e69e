import { Download } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../../../parts/forms/button.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import forms from '../../../parts/forms/form.module.css'
import { portabilityTexts as words } from '../../../texts/portability.ts'
import styles from './exports.module.css'

/** Which days and data to download. The browser saves the file while it is still being made. */
export function ExportForm({ siteId }: { siteId: string }) {
  const [chosen, setChosen] = useState({ from: '', to: '', part: 'all', format: 'ndjson.gz' })
  const change = (changes: Partial<typeof chosen>) => setChosen({ ...chosen, ...changes })
  const isParquet = chosen.format === 'parquet'
  const part = isParquet && chosen.part === 'all' ? 'events' : chosen.part
  const query = new URLSearchParams({ siteId, format: chosen.format })
  if (chosen.from) query.set('from', chosen.from)
  if (chosen.to) query.set('to', chosen.to)
  if (part !== 'all') query.set('parts', part)
  return (
    <section className={styles.section} aria-labelledby="export-title">
      <h3 id="export-title">{words.exportTitle}</h3>
      <p className={styles.lead}>{words.exportLead}</p>
      <div className={forms.pair}>
        <TextField
          label={words.from}
          hint={words.allDays}
          type="date"
          max={chosen.to || undefined}
          value={chosen.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          label={words.to}
          type="date"
          min={chosen.from || undefined}
          value={chosen.to}
          onChange={(event) => change({ to: event.target.value })}
        />
      </div>
      <div className={forms.pair}>
        <SelectField
          label={words.what}
          value={part}
          onChange={(event) => change({ part: event.target.value })}
        >
          {Object.entries(words.parts)
            .filter(([id]) => !isParquet || id !== 'all')
            .map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
        <SelectField
          label={words.format}
          {...(isParquet && { hint: words.parquetHint })}
          value={chosen.format}
          onChange={(event) => change({ format: event.target.value })}
        >
          {Object.entries(words.formats).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div>
        <a className={buttonClass('primary')} href={`/api/v1/export?${query}`} download>
          <Download aria-hidden />
          {words.download}
        </a>
      </div>
    </section>
  )
}
