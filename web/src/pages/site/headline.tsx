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
}

/** The figures of the range, each with its change against the period before and its formula. */
export function Headline({ totals }: HeadlineProps) {
  return (
    <section className={styles.card} aria-label={texts.figures.label}>
      <dl className={styles.figures} aria-busy={totals === undefined || undefined}>
        {figureNames.map((name) => (
          <Figure key={name} name={name} totals={totals} />
        ))}
      </dl>
    </section>
  )
}

interface FigureProps {
  name: FigureName
  totals: Totals | undefined
}

function Figure({ name, totals }: FigureProps) {
  const isMoney = name === 'revenue' || name === 'revenuePerVisitor'
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>
        <Hint text={texts.figures.formulas[name]}>{texts.figures.names[name]}</Hint>
      </dt>
      <dd className={isMoney ? styles.moneyValue : styles.value}>
        {totals ? (
          write(name, totals.now[name], totals.currency)
        ) : (
          <Skeleton width="4.5em" height="0.8em" />
        )}
      </dd>
      <dd className={styles.change}>
        {totals ? <Change name={name} totals={totals} /> : <Skeleton width="3em" />}
      </dd>
    </div>
  )
}

function Change({ name, totals }: FigureProps & { totals: Totals }) {
  const change = totals.change[name]
  const before = totals.before[name]
  if (change === undefined || before === null) {
    const isNew = before === 0 && (totals.now[name] ?? 0) > 0
    return (
      <span className={styles.same} title={texts.figures.noPrevious}>
        {isNew ? texts.figures.noChange : '–'}
      </span>
    )
  }
  const words = texts.figures.change(formatChange(change), write(name, before, totals.currency))
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

function write(name: FigureName, value: number | null, currency: string): string {
  if (value === null) return '–'
  if (name === 'revenue' || name === 'revenuePerVisitor') return formatMoney(value, currency)
  return name === 'conversionRate' ? formatShare(value) : formatCount(value)
}
