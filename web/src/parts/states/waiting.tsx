import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'
import { SlowNote } from './slow-note.tsx'
import styles from './waiting.module.css'

// Uneven, as words are.
const wordWidths = [58, 44, 66, 38, 52, 30, 61, 47]
const columnHeights = Array.from({ length: 22 }, (_, index) => 46 + 30 * Math.sin(index / 2.2))

const widthOf = (index: number) => `${wordWidths[index % wordWidths.length]}%`

/** A card whose content is loading. */
export function WaitingCard({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>
}

interface WaitingRowsProps {
  count?: number
  /** The number of figures to the right of each. */
  figures?: number
  /** Rows of two lines, such as a name and its details. */
  isTall?: boolean
  /** Framed, like lists of items with actions. */
  isFramed?: boolean
}

/** The placeholder of rows with text and figures. */
export function WaitingRows(props: WaitingRowsProps) {
  const { count = 6, figures = 2, isTall = false, isFramed = false } = props
  return (
    <div className={styles.rows} data-framed={isFramed || undefined} aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row}>
          <div className={styles.words}>
            <Skeleton width={widthOf(index)} height="12px" />
            {isTall && <Skeleton width={widthOf(index + 3)} height="9px" />}
          </div>
          {Array.from({ length: figures }, (_unused, figure) => (
            <Skeleton key={figure} width="64px" height="12px" />
          ))}
        </div>
      ))}
      <SlowNote />
    </div>
  )
}

/** The placeholder of a chart. */
export function WaitingChart({ height = 240 }: { height?: number | string }) {
  return (
    <div className={styles.chart} style={{ height }} aria-busy="true">
      {columnHeights.map((share, index) => (
        <Skeleton key={index} width="100%" height={`${share}%`} />
      ))}
      <SlowNote />
    </div>
  )
}

/** The placeholder of figures with their names in a row. */
export function WaitingFigures({ count = 6 }: { count?: number }) {
  return (
    <div className={styles.figures} aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.figure}>
          <Skeleton width="72px" height="10px" />
          <Skeleton width="96px" height="20px" />
        </div>
      ))}
    </div>
  )
}

/** The shape of a form. */
export function WaitingFields({ count = 4 }: { count?: number }) {
  return (
    <div className={styles.fields} aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.figure}>
          <Skeleton width="120px" height="12px" />
          <Skeleton width="100%" height="40px" />
        </div>
      ))}
      <SlowNote />
    </div>
  )
}

/** The placeholder of a report with headline figures, a chart and a table. */
export function WaitingReport({ chartHeight }: { chartHeight: number }) {
  return (
    <ReportCards>
      <WaitingCard>
        <WaitingFigures />
      </WaitingCard>
      <WaitingCard>
        <WaitingChart height={chartHeight} />
      </WaitingCard>
      <WaitingCard>
        <WaitingRows figures={6} isTall />
      </WaitingCard>
    </ReportCards>
  )
}

/** The cards of a report below each other. */
export function ReportCards({ isStale, children }: { isStale?: boolean; children: ReactNode }) {
  return (
    <div className={styles.report} data-stale={isStale || undefined}>
      {children}
    </div>
  )
}
