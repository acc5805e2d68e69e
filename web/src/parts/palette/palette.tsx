import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { holdsText } from '../../format/dimension-label.ts'
import { paletteTexts as words } from '../../texts/palette.ts'
import dialogs from '../dialogs/dialog.module.css'
import styles from './palette.module.css'
import { useActions } from './use-actions.ts'
import { useFound } from './use-found.ts'
import { type PaletteLine, useLines } from './use-lines.ts'

/** Finds pages, values, visitors, payments and actions, and lists the shortcuts of the page. */
export function Palette({ close }: { close: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup
          className={`${dialogs.small} ${styles.palette}`}
          initialFocus={field as RefObject<HTMLElement>}
        >
          <Dialog.Title className="visually-hidden">{words.title}</Dialog.Title>
          <Finder field={field} close={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface FinderProps {
  field: RefObject<HTMLInputElement | null>
  close: () => void
}

function Finder({ field, close }: FinderProps) {
  const id = useId()
  const [wanted, setWanted] = useState('')
  const [marked, setMarked] = useState(0)
  const parts = wanted.trim().split(/\s+/)
  const found = useFound(wanted)
  const known = [...useLines(), ...useActions()].filter(({ label, group, hint = '' }) =>
    parts.every((part) => holdsText(`${label} ${group} ${hint}`, part)),
  )
  const lines = [...known, ...found.lines]
  const [outcome, setOutcome] = useState('')
  const matches = found.isSearching ? words.searching : lines.length === 0 ? words.none : ''
  const choose = (line: PaletteLine | undefined) => {
    if (!line) return
    if ('report' in line) return void line.report().then(setOutcome)
    close()
    line.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') choose(lines[marked])
    else if (step && lines.length > 0) setMarked((marked + step + lines.length) % lines.length)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.field}>
        <Search aria-hidden />
        <input
          ref={field}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={lines[marked] && `${id}-${marked}`}
          aria-label={words.find}
          placeholder={words.find}
          value={wanted}
          onChange={({ target }) => {
            setWanted(target.value)
            setMarked(0)
            setOutcome('')
          }}
          onKeyDown={press}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={words.title} className={styles.list}>
        {[...Map.groupBy(lines.entries(), ([, { group }]) => group)].map(([group, entries]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
          <div key={group} role="group" aria-label={group}>
            <div className={styles.group} aria-hidden="true">
              {group}
            </div>
            {entries.map(([index, line]) => (
              <Line
                key={line.id}
                id={`${id}-${index}`}
                line={line}
                isMarked={index === marked}
                mark={() => setMarked(index)}
                choose={() => choose(line)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {outcome || matches}
      </p>
    </>
  )
}

interface LineProps {
  id: string
  line: PaletteLine
  isMarked: boolean
  mark: () => void
  choose: () => void
}

function Line({ id, line: { label, hint, letter }, isMarked, mark, choose }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, as in every combobox
    // biome-ignore lint/a11y/useFocusableInteractive: the field above has the keyboard, as in every combobox
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      className={styles.line}
      ref={(line) => {
        if (isMarked) line?.scrollIntoView({ block: 'nearest' })
      }}
      onPointerMove={mark}
      onClick={choose}
    >
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
      {letter && <kbd>{letter.toUpperCase()}</kbd>}
    </div>
  )
}
