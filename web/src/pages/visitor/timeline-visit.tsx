import type { PageRun, TimelineVisit as Visit } from '@tributary/contract/visitor-profile.ts'
import { useState } from 'react'
import { useVisitPages } from '../../api/visitors.ts'
import { formatInstantTime } from '../../format/date.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatCount } from '../../format/number.ts'
import { Button } from '../../parts/forms/button.tsx'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { peopleTexts } from '../../texts/people.ts'
import { texts } from '../../texts/texts.ts'
import { originName } from './origin-name.ts'
import styles from './timeline.module.css'
import { Goal } from './timeline-event.tsx'

const words = peopleTexts.profile

interface TimelineVisitProps {
  siteId: string
  visit: Visit
  isSeveral: boolean
}

/** A visit: its source, its page views, and the goals it reached. */
export function TimelineVisit({ siteId, visit, isSeveral }: TimelineVisitProps) {
  const { at, endedAt, channel, source, pageViews, goalCount, device, browser, referrer } = visit
  const seconds = (Date.parse(endedAt) - Date.parse(at)) / 1000
  const about = [
    words.pages(formatCount(pageViews), pageViews === 1),
    goalCount > 0 && words.goalCount(formatCount(goalCount), goalCount === 1),
    seconds >= 1 && formatDuration(seconds),
    isSeveral && words.on(browser || texts.devices[device] || words.otherDevice),
  ]
  return (
    <li className={styles.item}>
      <span className={styles.mark} data-look="visit" aria-hidden="true" />
      <div>
        <div className={styles.line}>
          <time dateTime={at}>{formatInstantTime(at)}</time>
          <div className={styles.words}>
            <strong>
              {source === 'Direct' ? words.directVisit : words.visit(originName(visit))}
            </strong>
            {source !== 'Direct' && channel !== source && (
              <span className={styles.channel}>{labelOf('channel', channel)}</span>
            )}
            <span className={styles.muted}>{about.filter(Boolean).join(' · ')}</span>
          </div>
        </div>
        {referrer && source !== 'Direct' && (
          <p className={styles.referrer}>{words.referrer(referrer)}</p>
        )}
        <Pages siteId={siteId} visit={visit} />
        {visit.joined.map((touch) => (
          <p key={touch.at} className={styles.row}>
            <time dateTime={touch.at}>{formatInstantTime(touch.at)}</time>
            <span>{words.joined(originName(touch))}</span>
          </p>
        ))}
        {visit.goals.map((goal, index) => (
          <p key={index} className={styles.row} data-look="goal">
            <time dateTime={goal.at}>{formatInstantTime(goal.at)}</time>
            <Goal siteId={siteId} goal={goal} />
          </p>
        ))}
      </div>
    </li>
  )
}

/** How many are shown at once; the others can be expanded. */
const shownAtOnce = 4

function Pages({ siteId, visit }: Omit<TimelineVisitProps, 'isSeveral'>) {
  const [isOpen, setIsOpen] = useState(false)
  const [later, setLater] = useState<PageRun[]>([])
  const [cursor, setCursor] = useState(visit.nextPages)
  const more = useVisitPages(siteId, visit)
  const all = [...visit.pages, ...later]
  const shown = isOpen ? all : all.slice(0, shownAtOnce)
  const hidden = visit.pageViews - shown.reduce((sum, { views }) => sum + views, 0)
  const fetchMore = () => {
    if (cursor === null) return
    more.mutate(cursor, {
      onSuccess: ({ pages, nextCursor }) => {
        setLater((known) => [...known, ...pages])
        setCursor(nextCursor ?? null)
      },
    })
  }
  return (
    <>
      <ol className={styles.pages}>
        {shown.map(({ at, path, title, views }, index) => (
          <li key={index} className={styles.row}>
            <time dateTime={at}>{formatInstantTime(at)}</time>
            <div className={styles.words}>
              <span className={styles.path}>{path}</span>
              {title && <span className={styles.pageTitle}>{title}</span>}
              {views > 1 && <span className={styles.muted}>{words.times(formatCount(views))}</span>}
            </div>
          </li>
        ))}
      </ol>
      {(all.length > shownAtOnce || cursor !== null) && (
        <div className={styles.unfold}>
          <Button look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? words.lessPages : words.showPages(formatCount(hidden))}
          </Button>
          {isOpen && cursor !== null && (
            <Button look="quiet" busy={more.isPending} onClick={fetchMore}>
              {more.isPending ? texts.loading : words.morePages}
            </Button>
          )}
        </div>
      )}
      {more.error && <Notice look="bad">{explainFailure(more.error)}</Notice>}
    </>
  )
}
