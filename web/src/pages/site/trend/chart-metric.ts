import type { Reader } from '../../../api/reader.ts'
import { texts } from '../../../texts/texts.ts'
import type { ChartMetric, ReportState } from '../../../url-state/report-state.ts'

/** What the chart draws: the chosen figure, else money if the site has any. */
export function chartMetricOf(
  { metric }: ReportState,
  { earns }: Pick<Reader, 'earns'>,
): ChartMetric {
  return metric ?? (earns ? 'revenue' : 'visitors')
}

/** The chart's title. Revenue is below any other figure, if the reader may see it. */
export function chartTitle(metric: ChartMetric, { seesMoney }: Pick<Reader, 'seesMoney'>): string {
  const figure = texts.figures.names[metric]
  return metric === 'revenue' || !seesMoney ? figure : texts.chart.title(figure)
}
