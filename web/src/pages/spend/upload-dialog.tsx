import type { SpendImport, SpendImportInput } from '@tributary/contract/spend.ts'
import { useEffect, useRef, useState } from 'react'
import { useImportSpend } from '../../api/money/spend.ts'
import type { Site } from '../../api/site/sites.ts'
import { formatDay } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { DialogForm, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { Notice } from '../../parts/states/notice.tsx'
import { spendTexts as words } from '../../texts/spend.ts'
import styles from './spend-page.module.css'

/** How long typing pauses before the file is checked with the typed values. */
const typingRestMs = 300

/** Imports an export: shows what was understood, and stores it when confirmed. */
export function UploadDialog({ site, close }: { site: Site; close: () => void }) {
  const look = useImportSpend(site.id)
  const keep = useImportSpend(site.id)
  const [input, setInput] = useState<SpendImportInput>({ csv: '' })
  // The last result stays while the file is checked again: nothing jumps under the pointer.
  const [found, setFound] = useState<SpendImport>()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const read = (change: Partial<SpendImportInput>, afterMs = 0) => {
    const next = { ...input, ...change }
    setInput(next)
    if (change.csv !== undefined) setFound(undefined)
    clearTimeout(waiting.current)
    if (next.csv === '') return
    waiting.current = setTimeout(() => {
      look.mutate({ ...next, dryRun: true }, { onSuccess: setFound })
    }, afterMs)
  }
  const readWord = (name: 'source' | 'medium', value: string) =>
    read({ [name]: value.trim() }, typingRestMs)
  const choose = async (file: File | undefined) => {
    if (file !== undefined) read({ csv: decoded(await file.arrayBuffer()) })
  }
  const action = words.import(formatCount(found?.rows ?? 0))
  return (
    <SmallDialog title={words.uploadTitle} close={close}>
      <DialogForm
        lead={words.uploadLead}
        submit={() => keep.mutate({ ...input, skipErrors: true }, { onSuccess: close })}
        mutation={{
          isPending: keep.isPending || (look.isPending && found === undefined),
          error: keep.error ?? look.error,
        }}
        action={action}
        busy={keep.isPending ? words.importing : action}
        isDisabled={found === undefined || found.rows === 0}
      >
        <TextField
          label={words.file}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        {input.csv !== '' && (
          <>
            <div className={forms.pair}>
              <TextField
                label={words.columns.source}
                hint={words.sourceHint}
                onChange={(event) => readWord('source', event.target.value)}
              />
              <TextField
                label={words.medium}
                onChange={(event) => readWord('medium', event.target.value)}
              />
            </div>
            <label className={styles.check}>
              <input
                type="checkbox"
                onChange={(event) => read({ dayFirst: event.target.checked })}
              />
              {words.dayFirst}
            </label>
          </>
        )}
        {found && <Understood found={found} />}
      </DialogForm>
    </SmallDialog>
  )
}

/** The server's result for the file. */
function Understood({ found }: { found: SpendImport }) {
  const { rows, format, firstDay, lastDay, totals, replaces, errors, errorCount, preview } = found
  return (
    <div className={styles.understood}>
      <p>
        <strong>{words.read(formatCount(rows), words.formats[format])}</strong>
        {firstDay !== null && lastDay !== null && (
          <> · {words.span(formatDay(firstDay), formatDay(lastDay))}</>
        )}
        {totals.length > 0 && (
          <> · {totals.map((sum) => formatMoney(sum.amount, sum.currency)).join(', ')}</>
        )}
      </p>
      {replaces > 0 && <p>{words.replaces(formatCount(replaces))}</p>}
      {errorCount > 0 && (
        <Notice look="bad">
          <p>{words.errors(formatCount(errorCount))}</p>
          <ul>
            {errors.slice(0, 8).map(({ line, message }) => (
              <li key={line}>{words.line(String(line), message)}</li>
            ))}
            {errorCount > 8 && <li>{words.moreErrors(formatCount(errorCount - 8))}</li>}
          </ul>
        </Notice>
      )}
      {preview.length > 0 && (
        <ul className={styles.preview} aria-label={words.preview}>
          {preview.slice(0, 5).map((row) => (
            <li key={row.spendId}>
              <time dateTime={row.day}>{formatDay(row.day)}</time>
              <span>{[row.source, row.medium, row.campaign].filter(Boolean).join(' / ')}</span>
              <span>{formatMoney(row.amount, row.currency)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** UTF-8, or the UTF-16 that Google Ads calls "Excel .csv". */
function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
