import { ChevronDown, GitCompareArrows } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAhead } from '../../api/ahead.ts'
import { formatDayRange } from '../../format/date.ts'
import { texts } from '../../texts/texts.ts'
import { type Comparison, namedComparisons } from '../../url-state/comparison.ts'
import type { DayRange } from '../../url-state/range.ts'
import { Button } from '../forms/button.tsx'
import { MenuChoices, MenuHeading, MenuItem, MenuLine, MenuPopup } from '../frame/menu.tsx'
import styles from './choice-button.module.css'

const CustomRangeDialog = lazy(() =>
  import('./custom-range-dialog.tsx').then((module) => ({ default: module.CustomRangeDialog })),
)

interface ComparisonMenuProps {
  comparison: Comparison
  /** Its days, once the server has returned them. */
  days: DayRange | undefined
  choose: (comparison: Comparison) => void
}

/** What the figures are compared with. */
export function ComparisonMenu({ comparison, days, choose }: ComparisonMenuProps) {
  const askAhead = useAhead()
  const [isOpen, setIsOpen] = useState(false)
  const label =
    typeof comparison === 'string'
      ? texts.comparisons[comparison]
      : formatDayRange(comparison.from, comparison.to)
  const choices = namedComparisons.map((value) => ({ value, label: texts.comparisons[value] }))
  return (
    <>
      <MenuPopup
        align="end"
        trigger={
          <Button className={styles.choice} aria-label={`${texts.comparisons.label}: ${label}`}>
            <GitCompareArrows aria-hidden />
            <span>{label}</span>
            <ChevronDown aria-hidden className={styles.arrow} />
          </Button>
        }
      >
        <MenuHeading>{texts.comparisons.label}</MenuHeading>
        <MenuChoices
          value={typeof comparison === 'string' ? comparison : undefined}
          choices={choices}
          choose={choose}
          prepare={(comparison) => askAhead({ comparison })}
        />
        <MenuLine />
        <MenuItem onClick={() => setIsOpen(true)}>{texts.comparisons.custom}</MenuItem>
      </MenuPopup>
      {isOpen && (
        <Suspense fallback={null}>
          <CustomRangeDialog
            title={texts.comparisons.custom}
            action={texts.comparisons.apply}
            days={typeof comparison === 'string' ? days : comparison}
            choose={choose}
            close={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
