interface RetentionHeadProps {
  /** What defines a cohort, such as the week of the first visit. */
  cohort: string
  /** What a cohort's size counts. */
  size: string
  /** The unit of the numbered columns, such as weeks after the first visit. */
  unit: string
  count: number
  /** What one number means. */
  meaning: (number: number) => string
}

/** The head of a table of cohorts: their names, their sizes, and a numbered column for each period since. */
export function RetentionHead({ cohort, size, unit, count, meaning }: RetentionHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          {cohort}
        </th>
        <th scope="col" rowSpan={2}>
          {size}
        </th>
        <th scope="colgroup" colSpan={count}>
          {unit}
        </th>
      </tr>
      <tr>
        {Array.from({ length: count }, (_, number) => (
          <th key={number} scope="col">
            <abbr title={meaning(number)}>{number}</abbr>
          </th>
        ))}
      </tr>
    </thead>
  )
}
