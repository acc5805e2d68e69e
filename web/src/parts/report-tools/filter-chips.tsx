import { ListFilter, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useLabel } from '../../api/goal-name.ts'
import { texts } from '../../texts/texts.ts'
import { type Filter, filterId, replaceFilter, turnedFilter } from '../../url-state/filter.ts'
import type { Range } from '../../url-state/range.ts'
import { addingFilter, type ChangeReport, removingFilter } from '../../url-state/report-state.ts'
import { Button } from '../forms/button.tsx'
import { useShortCuts } from '../frame/short-cuts.ts'
import styles from './filter-chips.module.css'
import { wordsOf } from './filter-words.ts'
import { ViewMenu } from './view-menu.tsx'

const FilterDialog = lazy(() =>
  import('./filter-dialog.tsx').then((module) => ({ default: module.FilterDialog })),
)

interface FilterChipsProps {
  siteId: string
  /** The days whose values the editor suggests. */
  range: Range
  filters: readonly Filter[]
  change: ChangeReport
}

/**
 * The filters of everything on the page. Pressing a chip's condition inverts it, its values open the editor, the
 * cross removes it. Adding one and the saved views come first, so that they keep their position.
 */
export function FilterChips({ siteId, range, filters, change }: FilterChipsProps) {
  const [edited, setEdited] = useState<Filter | 'new'>()
  const add = useRef<HTMLButtonElement>(null)
  const labelOf = useLabel(siteId)
  useShortCuts({ f: () => setEdited('new') })
  const replace = (old: Filter, by: Filter) =>
    change((latest) => ({ filters: replaceFilter(latest.filters, { old, with: by }) }))
  const apply = (filter: Filter) => {
    if (edited === undefined || edited === 'new') change(addingFilter(filter))
    else replace(edited, filter)
  }
  return (
    <>
      <ViewMenu siteId={siteId} />
      <Button ref={add} look="quiet" className={styles.add} onClick={() => setEdited('new')}>
        <ListFilter aria-hidden />
        {texts.filters.add}
      </Button>
      {filters.length > 0 && (
        <ul className={styles.chips} aria-label={texts.filters.label}>
          {filters.map((filter) => (
            <Chip
              key={filterId(filter)}
              words={wordsOf(filter, labelOf)}
              edit={() => setEdited(filter)}
              turn={() => replace(filter, turnedFilter(filter))}
              remove={() => {
                // The cross is removed with its chip; the button to add one stays.
                add.current?.focus()
                change(removingFilter(filter))
              }}
            />
          ))}
          {filters.length > 1 && (
            <li>
              <Button
                look="quiet"
                className={styles.add}
                onClick={() => {
                  add.current?.focus()
                  change({ filters: [] })
                }}
              >
                {texts.filters.clear}
              </Button>
            </li>
          )}
        </ul>
      )}
      {edited && (
        <Suspense fallback={null}>
          <FilterDialog
            siteId={siteId}
            range={range}
            filter={edited === 'new' ? undefined : edited}
            apply={apply}
            close={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

interface ChipProps {
  words: ReturnType<typeof wordsOf>
  edit: () => void
  turn: () => void
  remove: () => void
}

function Chip({ words, edit, turn, remove }: ChipProps) {
  const { subject, condition, value, whole } = words
  return (
    <li className={styles.chip}>
      <span className={styles.subject}>{subject}</span>
      <button
        type="button"
        className={styles.condition}
        aria-label={texts.filters.turn(whole)}
        onClick={turn}
      >
        {condition}
      </button>
      <button
        type="button"
        className={styles.value}
        title={value}
        aria-label={texts.filters.change(whole)}
        onClick={edit}
      >
        {value}
      </button>
      <button
        type="button"
        className={styles.remove}
        aria-label={texts.filters.remove(whole)}
        onClick={remove}
      >
        <X aria-hidden />
      </button>
    </li>
  )
}
