import type { ImportReport } from '@tributary/contract/data-import.ts'
import { formatDayRange } from '../../../format/date.ts'
import { formatCount } from '../../../format/number.ts'
import { Notice } from '../../../parts/notice.tsx'
import { texts } from '../../../texts/texts.ts'
import styles from './exports.module.css'

const words = texts.portability
const kinds = ['events', 'identities', 'payments', 'links', 'days'] as const

/** What a file says, what of it is new, and which of its lines could not be taken. */
export function ImportFindings({ report }: { report: ImportReport }) {
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
        <Notice key={note} look="plain">
          {note}
        </Notice>
      ))}
      {problems.count > 0 && (
        <details>
          <summary>{words.problems(formatCount(problems.count))}</summary>
          <ul className={styles.problems}>
            {problems.examples.map(({ file, line, message }) => (
              <li key={`${file} ${line} ${message}`}>
                {[file, words.line(formatCount(line))].filter(Boolean).join(', ')}: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
