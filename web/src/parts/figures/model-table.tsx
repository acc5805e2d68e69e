import type { Model } from '@tributary/contract/query.ts'
import { Fragment, type ReactNode } from 'react'
import { formatMoney } from '../../format/money.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import tables from './figure-table.module.css'
import { ValueName } from './value-name.tsx'

interface ModelRow {
  value: string
  notLinked?: boolean
  /** By model, in the currency's major unit. */
  revenue: Readonly<Record<string, number>>
}

interface ModelTableProps<Row extends ModelRow> {
  dimension: Dimension
  models: readonly Model[]
  rows: readonly Row[]
  /** A model's total credit, in the currency's major unit. */
  totals: Readonly<Partial<Record<Model, number>>>
  currency: string
  /** Below a model's name. */
  renderNote?: (model: Model) => ReactNode
  /** A model's credit for a row, as a table's cell. */
  renderCell: (row: Row, model: Model) => ReactNode
}

/** A row for each value, a column for each attribution model, and the totals of all rows. */
export function ModelTable<Row extends ModelRow>(props: ModelTableProps<Row>) {
  const { dimension, models, rows, totals, currency, renderNote, renderCell } = props
  return (
    <table className={`${tables.table} ${tables.wide}`}>
      <thead>
        <tr>
          <th scope="col">{texts.panels.names[dimension]}</th>
          {models.map((model) => (
            <th key={model} scope="col" title={texts.models.hints[model]}>
              {texts.models.short[model]}
              {renderNote?.(model)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.notLinked} ${row.value}`}>
            <th scope="row">
              {row.notLinked ? (
                texts.panels.notLinked
              ) : (
                <ValueName dimension={dimension} value={row.value} />
              )}
            </th>
            {models.map((model) => (
              <Fragment key={model}>{renderCell(row, model)}</Fragment>
            ))}
          </tr>
        ))}
        <Others {...{ models, rows, totals, currency }} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{texts.models.total}</th>
          {models.map((model) => (
            <td key={model} className="money">
              {formatMoney(totals[model] ?? 0, currency)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

/** The difference between the rows and the totals: the server only lists those with the most. */
function Others({
  models,
  rows,
  totals,
  currency,
}: Pick<ModelTableProps<ModelRow>, 'models' | 'rows' | 'totals' | 'currency'>) {
  const left = (model: Model) => {
    const listed = rows.reduce((sum, { revenue }) => sum + (revenue[model] ?? 0), 0)
    // Sums of cents are not exact; no currency has more than four decimals.
    return Math.round(((totals[model] ?? 0) - listed) * 10_000) / 10_000
  }
  if (models.every((model) => left(model) === 0)) return null
  return (
    <tr>
      <th scope="row">{texts.models.others}</th>
      {models.map((model) => (
        <td key={model} className="money">
          {formatMoney(left(model), currency)}
        </td>
      ))}
    </tr>
  )
}
