import { X } from 'lucide-react'
import { Button } from '../../parts/button.tsx'
import { texts } from '../../texts/texts.ts'
import { type Filter, removeFilter, turnFilter } from '../../url-state/filter.ts'
import { labelOf } from './dimension-label.ts'
import styles from './filter-chips.module.css'

interface FilterChipsProps {
  filters: readonly Filter[]
  change: (filters: Filter[]) => void
}

/** What everything on the page is filtered by: a click turns a condition around, the cross drops it. */
export function FilterChips({ filters, change }: FilterChipsProps) {
  if (filters.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={texts.filters.label}>
      {filters.map((filter) => {
        const operator = texts.filters[filter.operator]
        const value = labelOf(filter.dimension, filter.value)
        const words = `${texts.panels.names[filter.dimension]} ${operator} ${value}`
        return (
          <li
            key={`${filter.dimension} ${filter.operator} ${filter.value}`}
            className={styles.chip}
          >
            <button
              type="button"
              className={styles.words}
              aria-label={texts.filters.toggle(words)}
              onClick={() => change(turnFilter(filters, filter))}
            >
              {texts.panels.names[filter.dimension]} <em>{operator}</em> <strong>{value}</strong>
            </button>
            <button
              type="button"
              className={styles.remove}
              aria-label={texts.filters.remove(words)}
              onClick={() => change(removeFilter(filters, filter))}
            >
              <X aria-hidden />
            </button>
          </li>
        )
      })}
      {filters.length > 1 && (
        <li>
          <Button look="quiet" onClick={() => change([])}>
            {texts.filters.clear}
          </Button>
        </li>
      )}
    </ul>
  )
}
