import type { Goals, GoalsInput } from '@tributary/contract/questions/goals.ts'
import { visitFigures } from '../reports/queries/visit-figures.ts'
import { readScope } from '../reports/read-scope.ts'
import type { Site } from '../site.ts'
import type { Engine } from '../store/events/engine.ts'
import { goalFigures, goalProperties } from './queries/goal-figures.ts'
import { understood, visitScope } from './visit-scope.ts'

/** Goals with their visitors and values; one of them with its properties. */
export async function answerGoals(
  engine: Engine,
  { site, nowMs }: { site: Site; nowMs: number },
  input: GoalsInput,
): Promise<Goals> {
  const question = readScope(input, site, nowMs)
  const scope = visitScope(question)
  const [goals, everybody, properties] = await Promise.all([
    goalFigures(engine, scope),
    visitFigures(engine, scope, { dimensions: [], measures: ['visitors'] }),
    input.goal === undefined ? [] : goalProperties(engine, scope, input.goal),
  ])
  const visitors = everybody.total?.visitors ?? 0
  return {
    rows: goals.map(({ values, ...goal }) => ({
      ...goal,
      valueSum: rounded(goal.valueSum),
      conversionRate: visitors === 0 ? null : rounded(goal.visitors / visitors),
      valueMean: values === 0 ? null : rounded(goal.valueSum / values),
    })),
    visitors,
    properties: [...Map.groupBy(properties, ({ property }) => property)].map(
      ([property, rows]) => ({
        property,
        values: rows.map(({ json, count, visitors: people, valueSum }) => ({
          value: textOf(json),
          count,
          visitors: people,
          valueSum: rounded(valueSum),
        })),
      }),
    ),
    query: understood(question),
  }
}

/** A text without its quotes; everything else as JSON writes it. */
function textOf(json: string): string {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' ? value : json
}

/** To six places, where a number has that many left. */
const rounded = (value: number) => (Math.abs(value) < 1e9 ? Math.round(value * 1e6) / 1e6 : value)
