import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { formatChange } from '../../format/number.ts'
import styles from './change.module.css'

interface ChangeProps {
  /** Relative: 0.25 is a quarter more. */
  change: number
  /** The change in a sentence, for a tooltip and for screen readers; by default the shown text. */
  words?: string
  /** Less is better. */
  isCost?: boolean
  hasArrow?: boolean
}

/** A relative change in whole percents, or as a factor; a displayed 0% also looks unchanged. */
export function Change({ change, words, isCost = false, hasArrow = true }: ChangeProps) {
  const percents = Math.round(100 * change) / 100
  const Arrow = percents < 0 ? ArrowDownRight : ArrowUpRight
  const isGood = isCost ? percents < 0 : percents > 0
  const look = percents === 0 ? styles.same : isGood ? styles.up : styles.down
  const shown = formatChange(percents)
  return (
    <span className={look} title={words}>
      {hasArrow && percents !== 0 && <Arrow aria-hidden />}
      {words === undefined ? (
        shown
      ) : (
        <>
          <span aria-hidden="true">{shown}</span>
          <span className="visually-hidden">{words}</span>
        </>
      )}
    </span>
  )
}
