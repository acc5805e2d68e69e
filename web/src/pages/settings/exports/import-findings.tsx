import type { ImportNote, ImportReport } from '@tributary/contract/data-import.ts'
import { formatDayRange } from '../../../format/date.ts'
import { formatCount } from '../../../format/number.ts'
import { Notice } from '../../../parts/states/notice.tsx'
import { portabilityTexts as words } from '../../../texts/portability.ts'
import styles from './exports.module.css'

const kinds = ['events', 'identities', 'payments', 'links', 'duplicates', 'days'] as const

interface ImportFindingsProps {
  report: ImportReport
  /** The names of the files in the upload, which may contain several. */
  fileName: string
}

/** The contents of a file, what of it is new, and the lines that could not be imported. */
export function ImportFindings({ report, fileName }: ImportFindingsProps) {
  const shown = kinds.filter((kind) => report[kind].found > 0)
  const { problems, notes, firstDay, lastDay } = report
  return (
    <>
      {firstDay && lastDay && (
        <p className={styles.facts}>{words.days(formatDayRange(firstDay, lastDay))}</p>
      )}
      {shown.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.columns.what}</th>
              <th scope="col">{words.columns.found}</th>
              <th scope="col">{words.columns.new}</th>
              <th scope="col">{words.columns.known}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((kind) => (
              <tr key={kind}>
                <th scope="row">{words.kinds[kind]}</th>
                <td>{formatCount(report[kind].found)}</td>
                <td>{formatCount(report[kind].new)}</td>
                <td>{formatCount(report[kind].known)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notes.map((note) => (
        <Notice key={note.message} look="plain">
          {textOf(note)}
        </Notice>
      ))}
      {problems.count > 0 && (
        <details>
          <summary>
            {problems.count === 1 ? words.problem : words.problems(formatCount(problems.count))}
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul className={styles.problems} tabIndex={0}>
            {problems.examples.map(({ file, line, message }) => (
              <li key={`${file} ${line} ${message}`}>
                {[file === fileName ? '' : file, words.line(formatCount(line))]
                  .filter(Boolean)
                  .join(', ')}
                : {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Whether a file contains anything new. */
export function hasNews(report: ImportReport): boolean {
  return kinds.some((kind) => report[kind].new > 0)
}

function textOf({ code, values: [first = '', second = ''] }: ImportNote): string {
  return words.notes[code](first, second)
}
