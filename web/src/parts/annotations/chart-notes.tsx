import type { Annotation } from '@tributary/contract/annotations.ts'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useAnnotations } from '../../api/site/annotations.ts'
import type { Site } from '../../api/site/sites.ts'
import { axisSpace, rightSpace } from '../../charts/chart-space.ts'
import { formatDayRange } from '../../format/date.ts'
import { annotationTexts as words } from '../../texts/annotations.ts'
import styles from './chart-notes.module.css'
import { notesOfPoints } from './notes-of-points.ts'

interface ChartNotesProps {
  site: Site
  points: readonly { point: string }[]
  /** Where the chart begins, in pixels from the left. */
  left: number
}

/** The notes above the main chart, each at its day; both are in one positioned element. */
export function ChartNotes({ site, points, left }: ChartNotesProps) {
  const annotations = useAnnotations(site.id)
  const byPlace = notesOfPoints(points, annotations.data ?? [])
  const marks = [...byPlace].sort(([one], [other]) => one - other)
  return (
    <ul className={styles.marks} aria-label={words.marks}>
      {marks.map(([index, notes]) => (
        <Mark key={index} notes={notes} part={(index + 0.5) / points.length} from={left} />
      ))}
    </ul>
  )
}

/** A mark at its day: pointing at it, focusing or tapping it shows the note; Escape hides it. */
function Mark({ notes, part, from }: { notes: Annotation[]; part: number; from: number }) {
  const [isShown, setIsShown] = useState(false)
  const [first] = notes
  const press = ({ key }: KeyboardEvent) => key === 'Escape' && setIsShown(false)
  // Moving from the mark to the link in its note must not hide the note.
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    currentTarget.contains(relatedTarget) || setIsShown(false)
  const left = `calc(${from}px + (100% - ${from + rightSpace}px) * ${part})`
  return (
    <li
      className={styles.mark}
      style={{ left, bottom: axisSpace }}
      onPointerEnter={() => setIsShown(true)}
      onPointerLeave={() => setIsShown(false)}
      onBlur={leave}
    >
      <button
        type="button"
        data-kind={first?.kind}
        aria-expanded={isShown}
        aria-label={notes.map(sentence).join('; ')}
        onFocus={() => setIsShown(true)}
        onClick={() => setIsShown(true)}
        onKeyDown={press}
      >
        {notes.length > 1 ? notes.length : ''}
      </button>
      {isShown && (
        // As far to the left of its mark as the mark is from the chart's left edge: within the chart at every day.
        <div className={styles.story} style={{ transform: `translateX(${-100 * part}%)` }}>
          {notes.map((note) => (
            <div key={note.annotationId}>
              <p className={styles.when}>
                {words.kinds[note.kind]} · {formatDayRange(note.day, note.lastDay)}
              </p>
              <p>{note.text}</p>
              {note.link !== null && (
                <a href={note.link} target="_blank" rel="noreferrer noopener">
                  {words.more}
                </a>
              )}
            </div>
          ))}
        </div>
      )}
    </li>
  )
}

function sentence({ kind, day, lastDay, text }: Annotation): string {
  return `${words.kinds[kind]}, ${formatDayRange(day, lastDay)}: ${text}`
}
