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
}

interface ModelTableProps<Row extends ModelRow> {
  dimension: Dimension
  models: readonly Model[]
  rows: readonly Row[]
  /** What a model credits in all, in the currency's major unit. */
  totals: Readonly<Partial<Record<Model, number>>>
  currency: string
  /** Below a model's name. */
  renderNote?: (model: Model) => ReactNode
  /** What a model credits a row with, as a table's cell. */
  renderCell: (row: Row, model: Model) => ReactNode
}

/** A row for each value, a column for each attribution model, and what all rows make together. */
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
