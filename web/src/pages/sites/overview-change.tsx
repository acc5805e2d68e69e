import { changeOf, type OverviewFigure } from '../../api/overview.ts'
import { formatChange } from '../../format/number.ts'
import { Change } from '../../parts/figures/change.tsx'
import { allSitesTexts as words } from '../../texts/all-sites.ts'
import { texts } from '../../texts/texts.ts'
import styles from './sites-page.module.css'

interface OverviewChangeProps {
  figure: Pick<OverviewFigure, 'now' | 'before'>
  write: (value: number) => string
}

/** A figure's change against the previous period. */
export function OverviewChange({ figure, write }: OverviewChangeProps) {
  const change = changeOf(figure)
  if (change !== undefined) {
    const inWords = words.change(formatChange(change), write(figure.before))
    return <Change change={change} words={inWords} />
  }
  return (
    <span className={styles.same} title={texts.figures.noPrevious}>
      {figure.now > 0 ? texts.figures.noChange : '–'}
    </span>
  )
}
