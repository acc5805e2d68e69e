import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { texts } from '../../texts/texts.ts'
import { Button } from '../forms/button.tsx'

interface TableSwitchProps {
  isTable: boolean
  change: (isTable: boolean) => void
}

/** Shows a picture as a table, and back. */
export function TableSwitch({ isTable, change }: TableSwitchProps) {
  const Sign = isTable ? ChartNoAxesColumn : Table2
  const name = isTable ? texts.chart.asChart : texts.chart.asTable
  return (
    <Button look="quiet" aria-label={name} title={name} onClick={() => change(!isTable)}>
      <Sign aria-hidden />
    </Button>
  )
}
