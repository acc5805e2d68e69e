import type { AppSite } from '@tributary/contract/app/site.ts'
import { useState } from 'react'
import { Button } from '../../../../parts/forms/button.tsx'
import { TextField } from '../../../../parts/forms/field.tsx'
import { explainFailure } from '../../../../parts/states/failure.tsx'
import { Notice } from '../../../../parts/states/notice.tsx'
import { goalTexts } from '../../../../texts/goals.ts'
import styles from './rules.module.css'
import { type PickerState, usePicker } from './use-picker.ts'

const words = goalTexts.rules

interface ElementFieldsProps {
  site: Pick<AppSite, 'id' | 'domains'>
  pattern: string
  setPattern: (pattern: string) => void
}

/** A CSS selector, written or picked on a page of the site. */
export function ElementFields({ site, pattern, setPattern }: ElementFieldsProps) {
  const { id: siteId, domains } = site
  const [address, setAddress] = useState(`https://${domains[0] ?? ''}/`)
  const [count, setCount] = useState<number>()
  const picker = usePicker({ siteId, domains, isWanted: true }, ({ selector, matches }) => {
    setPattern(selector)
    setCount(matches)
  })
  const isAddress = /^https?:$/.test(URL.parse(address)?.protocol ?? '')
  return (
    <>
      <div className={styles.page}>
        <TextField
          label={words.pickOn}
          hint={words.pickHint}
          type="url"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <Button
          disabled={!isAddress || !picker.isReady}
          onClick={() => picker.open(address, { asCounted: false })}
        >
          {words.pick}
        </Button>
      </div>
      {picker.error && <Notice look="bad">{explainFailure(picker.error)}</Notice>}
      <PickerNote
        state={picker.state}
        openCounted={() => picker.open(address, { asCounted: true })}
      />
      <TextField
        label={words.patterns.selector.label}
        hint={count === undefined ? words.patterns.selector.hint : words.matched(count)}
        error={isSelector(pattern) ? undefined : words.noSelector}
        required
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.patterns.selector.example}
        value={pattern}
        onChange={({ target }) => {
          setPattern(target.value)
          setCount(undefined)
        }}
      />
    </>
  )
}

interface PickerNoteProps {
  state: PickerState
  openCounted: () => void
}

/** The progress of picking, and what may be wrong if the page does not answer. */
function PickerNote({ state, openCounted }: PickerNoteProps) {
  if (state === 'closed') return null
  if (state !== 'silent') return <Notice look="plain">{words.picking[state]}</Notice>
  return (
    <Notice look="bad">
      {words.picking.silent}{' '}
      <Button look="quiet" onClick={openCounted}>
        {words.openCounted}
      </Button>
    </Notice>
  )
}

/** Whether the browser understands it; an empty one is only not written yet. */
export function isSelector(text: string): boolean {
  try {
    document.createDocumentFragment().querySelector(text.trim() || '*')
    return true
  } catch {
    return false
  }
}
