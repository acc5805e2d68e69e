import { Link } from '@tanstack/react-router'
import type { Visitors } from '@tributary/contract/questions/visitors.ts'
import { BadgeCheck } from 'lucide-react'
import { useVisitorSummary } from '../../api/visitor-summaries.ts'
import { formatCountry } from '../../format/country.ts'
import { formatInstant } from '../../format/date.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { Mark } from '../../marks/mark.tsx'
import { Hint } from '../../parts/hint.tsx'
import { KnownPerson } from '../../parts/known-person.tsx'
import { peopleTexts } from '../../texts/people.ts'
import { texts } from '../../texts/texts.ts'
import styles from './visitors-page.module.css'

const words = peopleTexts.visitors
const { columns } = words

interface VisitorTableProps {
  siteId: string
  rows: Visitors['rows']
  currency: string
}

/** A row per visitor; on a phone a small card each. */
export function VisitorTable({ siteId, rows, currency }: VisitorTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.who}</th>
          <th scope="col">{columns.source}</th>
          <th scope="col">{columns.device}</th>
          <th scope="col" className={styles.number}>
            {columns.visits}
          </th>
          <th scope="col" className={styles.number}>
            {columns.pageViews}
          </th>
          <th scope="col" className={styles.number}>
            {columns.goals}
          </th>
          <th scope="col">{columns.lastSeen}</th>
          <th scope="col" className={styles.number}>
            <Hint text={words.revenueHint}>{columns.revenue}</Hint>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <VisitorRow key={row.visitorId} siteId={siteId} row={row} currency={currency} />
        ))}
      </tbody>
    </table>
  )
}

interface VisitorRowProps {
  siteId: string
  row: Visitors['rows'][number]
  currency: string
}

function VisitorRow({ siteId, row, currency }: VisitorRowProps) {
  const { visitorId, userIds, hasEmail, source, sessions, pageViews, goals, lastSeenAt } = row
  const { data: known } = useVisitorSummary(siteId, visitorId)
  const about = [texts.devices[row.device] ?? row.device, row.browser].filter(Boolean).join(' · ')
  return (
    <tr>
      <th scope="row">
        <Link
          to="/sites/$siteId/visitors/$visitorId"
          params={{ siteId, visitorId }}
          className={styles.who}
        >
          <span className={styles.name}>
            <KnownPerson {...{ siteId, visitorId }} country={row.country} marks={['country']} />
          </span>
          {(hasEmail || userIds.length > 0 || known?.identity) && (
            <BadgeCheck role="img" aria-label={words.identified} className={styles.known} />
          )}
        </Link>
        {row.country && <small className={styles.small}>{formatCountry(row.country)}</small>}
      </th>
      <td data-name={columns.source} className={styles.cut}>
        <Mark kind="source" value={source} label={labelOf('source', source)} />{' '}
        {labelOf('source', source)}
      </td>
      <td data-name={columns.device} className={styles.cut} title={about}>
        <Mark kind="device" value={row.device} label={about} />{' '}
        <span className={styles.device}>{about}</span>
      </td>
      <td data-name={columns.visits} className={styles.number}>
        {formatCount(sessions)}
      </td>
      <td data-name={columns.pageViews} className={styles.number}>
        {formatCount(pageViews)}
      </td>
      <td data-name={columns.goals} className={styles.number}>
        {formatCount(goals)}
      </td>
      <td data-name={columns.lastSeen} className={styles.seen}>
        <time dateTime={lastSeenAt}>{formatInstant(lastSeenAt)}</time>
      </td>
      <td data-name={columns.revenue} className={styles.number} data-none={row.payments === 0}>
        <span className={row.payments > 0 ? 'money' : undefined}>
          {row.payments === 0 ? '–' : formatMoney(row.revenue, currency)}
        </span>
      </td>
    </tr>
  )
}
