import { useId, useState } from 'react'
import { useVisitorSuggestions } from '../../api/visitors.ts'
import { formatInstant } from '../../format/date.ts'
import { receiptTexts } from '../../texts/payment-list.ts'
import { KnownPerson } from '../known-person.tsx'
import { explainFailure } from '../states/failure.tsx'
import { Notice } from '../states/notice.tsx'
import { SearchBox } from './search-box.tsx'
import styles from './visitor-picker.module.css'

const words = receiptTexts
/** The longest id. */
const mostTyped = 255

interface VisitorPickerProps {
  siteId: string
  chosen: string | undefined
  choose: (visitorId: string | undefined) => void
}

/** Finds a visitor by name, e-mail address, the site's own id or a visitor id, which can also be used as it is. */
export function VisitorPicker({ siteId, chosen, choose }: VisitorPickerProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const found = useVisitorSuggestions(siteId, wanted)
  const rows = wanted === '' ? [] : (found.data ?? [])
  const isFound = (id: string) => rows.some(({ visitorId }) => visitorId === id)
  const name = useId()
  const mayBeId = wanted !== '' && !isFound(wanted) && !wanted.includes('@')
  const search = (typed: string) => {
    setText(typed)
    choose(undefined)
  }
  const option = (visitorId: string) => ({
    type: 'radio' as const,
    name,
    checked: chosen === visitorId,
    onChange: () => choose(visitorId),
  })
  return (
    <div className={styles.picker}>
      <SearchBox
        label={words.findVisitor}
        hint={words.findVisitorHint}
        value={text}
        change={search}
        maxLength={mostTyped}
      />
      {found.error && <Notice look="bad">{explainFailure(found.error)}</Notice>}
      {wanted !== '' && found.isSuccess && rows.length === 0 && (
        <p className={styles.none}>{words.noVisitor}</p>
      )}
      <div className={styles.found} data-stale={found.isPlaceholderData || undefined}>
        {rows.map((row) => (
          <label key={row.visitorId} className={styles.option}>
            <input {...option(row.visitorId)} />
            <KnownPerson siteId={siteId} visitorId={row.visitorId} country={row.country} />
            <small>{words.lastSeen(formatInstant(row.lastSeenAt))}</small>
          </label>
        ))}
        {mayBeId && (
          <label className={styles.option}>
            <input {...option(wanted)} />
            <span>{words.useId(wanted)}</span>
          </label>
        )}
      </div>
    </div>
  )
}
