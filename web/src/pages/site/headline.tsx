import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { type FigureName, figureNames, type Totals } from '../../api/report.ts'
import { formatMoney } from '../../format/money.ts'
import { formatChange, formatCount, formatShare } from '../../format/number.ts'
import { Hint } from '../../parts/hint.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './headline.module.css'

interface HeadlineProps {
  totals: Totals | undefined
  currency: string
}

/** The figures of the range, each with its change against the period before and its formula. */
export function Headline({ totals, currency }: HeadlineProps) {
  return (
    <section className={styles.card} aria-label={texts.figures.label}>
      <dl className={styles.figures} aria-busy={totals === undefined || undefined}>
        {figureNames.map((name) => (
          <Figure key={name} name={name} totals={totals} currency={currency} />
        ))}
      </dl>
    </section>
  )
}

interface FigureProps {
  name: FigureName
  totals: Totals | undefined
  currency: string
}

function Figure({ name, totals, currency }: FigureProps) {
  const isMoney = name === 'revenue' || name === 'revenue_per_visitor'
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>
        <Hint text={texts.figures.formulas[name]}>{texts.figures.names[name]}</Hint>
      </dt>
      <dd className={isMoney ? styles.moneyValue : styles.value}>
        {totals ? (
          write(name, totals.now[name], currency)
        ) : (
          <Skeleton width="4.5em" height="0.8em" />
        )}
      </dd>
      <dd className={styles.change}>
        {totals ? (
          <Change name={name} totals={totals} currency={currency} />
        ) : (
          <Skeleton width="3em" />
        )}
      </dd>
    </div>
  )
}

function Change({ name, totals, currency }: FigureProps & { totals: Totals }) {
  const change = totals.change[name]
  const before = totals.before?.[name]
  if (change === undefined || before === undefined) {
    const isNew = before === 0 && totals.now[name] > 0
    return (
      <span className={styles.same} title={texts.figures.noPrevious}>
        {isNew ? texts.figures.noChange : '–'}
      </span>
    )
  }
  const words = texts.figures.change(formatChange(change), write(name, before, currency))
  const Sign = change < 0 ? ArrowDownRight : ArrowUpRight
  const look = change === 0 ? styles.same : change > 0 ? styles.up : styles.down
  return (
    <span className={look} title={words}>
      {change !== 0 && <Sign aria-hidden />}
      <span aria-hidden="true">{formatChange(change)}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

function write(name: FigureName, value: number, currency: string): string {
  if (name === 'revenue' || name === 'revenue_per_visitor') return formatMoney(value, currency)
  return name === 'conversion_rate' ? formatShare(value) : formatCount(value)
}
