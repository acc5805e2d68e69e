import { CalendarDays, ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAhead } from '../../api/ahead.ts'
import { formatDayRange } from '../../format/date.ts'
import { texts } from '../../texts/texts.ts'
import { type DayRange, namedRanges, type Range, rangeKeys } from '../../url-state/range.ts'
import { Button } from '../forms/button.tsx'
import { MenuChoices, MenuItem, MenuLine, MenuPopup } from '../frame/menu.tsx'
import { useShortCuts } from '../frame/short-cuts.ts'
import styles from './choice-button.module.css'

const CustomRangeDialog = lazy(() =>
  import('./custom-range-dialog.tsx').then((module) => ({ default: module.CustomRangeDialog })),
)

interface RangeMenuProps {
  range: Range
  /** The days of the range, once the server has returned them. */
  days: DayRange | undefined
  choose: (range: Range) => void
}

/** The range of everything on the page. */
export function RangeMenu({ range, days, choose }: RangeMenuProps) {
  const askAhead = useAhead()
  const [isOpen, setIsOpen] = useState(false)
  const label = rangeLabel(range)
  useShortCuts({ c: () => setIsOpen(true) })
  const choices = namedRanges.map((value) => ({
    value,
    label: texts.ranges[value],
    shortCut: rangeKeys[value],
  }))
  return (
    <>
      <MenuPopup
        align="end"
        trigger={
          <Button className={styles.choice} aria-label={`${texts.ranges.label}: ${label}`}>
            <CalendarDays aria-hidden />
            <span>{label}</span>
            <ChevronDown aria-hidden className={styles.arrow} />
          </Button>
        }
      >
        <MenuChoices
          value={typeof range === 'string' ? range : undefined}
          choices={choices}
          choose={choose}
          prepare={(range) => askAhead({ range })}
        />
        <MenuLine />
        <MenuItem onClick={() => setIsOpen(true)} shortCut="c">
          {texts.ranges.custom}
        </MenuItem>
      </MenuPopup>
      {isOpen && (
        <Suspense fallback={null}>
          <CustomRangeDialog
            title={texts.ranges.custom}
            action={texts.ranges.apply}
            days={typeof range === 'string' ? days : range}
            choose={choose}
            close={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The range in words. */
export function rangeLabel(range: Range): string {
  return typeof range === 'string' ? texts.ranges[range] : formatDayRange(range.from, range.to)
}
