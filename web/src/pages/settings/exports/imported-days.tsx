import type { Imported } from '@tributary/contract/data-import.ts'
import { useState } from 'react'
import { mostImportedValues, useImported } from '../../../api/imported.ts'
import { useImports } from '../../../api/site/imports.ts'
import { formatCountry } from '../../../format/country.ts'
import { formatDayRange, formatPoint } from '../../../format/date.ts'
import { formatCount } from '../../../format/number.ts'
import tables from '../../../parts/figures/figure-table.module.css'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { portabilityTexts as words } from '../../../texts/portability.ts'
import styles from './exports.module.css'

const figures = ['visitors', 'visits', 'pageViews', 'events'] as const

type Dimension = keyof typeof words.importedDimensions
type Row = Omit<Imported['values'][number], 'bounces' | 'seconds'>

/** Other tools' totals, if an import contained any. */
export function ImportedDays({ siteId }: { siteId: string }) {
  const imports = useImports(siteId)
  const brought = (imports.data ?? [])
    .filter(({ state, result }) => state !== 'undone' && (result?.days.new ?? 0) > 0)
    .map(({ id, state }) => `${id} ${state}`)
  return brought.length > 0 && <Days siteId={siteId} imports={brought} />
}

function Days({ siteId, imports }: { siteId: string; imports: readonly string[] }) {
  const [shown, setShown] = useState<Dimension>('month')
  const found = useImported(siteId, shown === 'month' ? null : shown, imports)
  const days = found.data?.days ?? []
  const rows = shown === 'month' ? monthsOf(days) : (found.data?.values ?? [])
  const [first, last] = [days[0], days.at(-1)]
  return (
    <section className={styles.section} aria-labelledby="imported-title">
      <h3 id="imported-title">{words.importedTitle}</h3>
      <p className={styles.lead}>{words.importedLead}</p>
      <SelectField
        label={words.importedBy}
        value={shown}
        onChange={(event) => setShown(event.target.value as Dimension)}
      >
        {Object.entries(words.importedDimensions).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {first && last && (
        <p className={styles.facts}>{words.days(formatDayRange(first.day, last.day))}</p>
      )}
      {found.isPending && <Skeleton width="100%" height="120px" />}
      {found.error && !found.data && <Failure error={found.error} retry={() => found.refetch()} />}
      {found.data && rows.length === 0 && <p className={styles.none}>{words.importedNone}</p>}
      {rows.length > 0 && <Rows rows={rows} dimension={shown} />}
      {shown !== 'month' && rows.length === mostImportedValues && (
        <p className={styles.facts}>{words.importedTop(formatCount(mostImportedValues))}</p>
      )}
    </section>
  )
}

function Rows({ rows, dimension }: { rows: readonly Row[]; dimension: Dimension }) {
  // Each table of the other tool counts different things; what it did not count gets no column of zeros.
  const counted = figures.filter((figure) => rows.some((row) => row[figure] > 0))
  const label = `${words.importedTitle}: ${words.importedDimensions[dimension]}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={tables.scroll} tabIndex={0} aria-label={label}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{words.importedDimensions[dimension]}</th>
            {counted.map((figure) => (
              <th key={figure} scope="col">
                {words.importedFigures[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value}>
              <th scope="row" className={styles.value}>
                {nameOf(row.value, dimension)}
              </th>
              {counted.map((figure) => (
                <td key={figure}>{formatCount(row[figure])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function nameOf(value: string, dimension: Dimension): string {
  if (value === '') return words.importedNoValue
  return dimension === 'country' && /^[A-Z]{2}$/.test(value) ? formatCountry(value) : value
}

/** Days added up by month, the latest first. */
function monthsOf(days: Imported['days']): Row[] {
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7))]
    .map(([month, within]) => ({
      value: formatPoint(`${month}-01`, 'month'),
      ...sumsOf(within),
    }))
    .reverse()
}

function sumsOf(days: Imported['days']): Omit<Row, 'value'> {
  const sums = { visitors: 0, visits: 0, pageViews: 0, events: 0 }
  for (const day of days) for (const figure of figures) sums[figure] += day[figure]
  return sums
}
