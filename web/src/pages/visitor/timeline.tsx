import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { TimelineItem, VisitorProfile } from '@tributary/contract/visitor-profile.ts'
import { type ProfileOrder, timelineTable } from '../../api/visitors.ts'
import { formatInstantDay } from '../../format/date.ts'
import { Button } from '../../parts/forms/button.tsx'
import { CsvButton } from '../../parts/forms/csv-button.tsx'
import { Segments } from '../../parts/forms/segments.tsx'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { peopleTexts } from '../../texts/people.ts'
import { texts } from '../../texts/texts.ts'
import styles from './timeline.module.css'
import { TimelineEvent } from './timeline-event.tsx'
import { TimelinePayment } from './timeline-payment.tsx'
import { TimelineVisit } from './timeline-visit.tsx'

const words = peopleTexts.profile

interface TimelineProps {
  siteId: string
  profile: UseInfiniteQueryResult<{ pages: VisitorProfile[] }>
  order: ProfileOrder
  choose: (order: ProfileOrder) => void
}

/** Everything that happened, by day: visits, goals, identifications, and the payments they led to. */
export function Timeline({ siteId, profile, order, choose }: TimelineProps) {
  const pages = profile.data?.pages ?? []
  const items = pages.flatMap((page) => page.timeline)
  const days = Map.groupBy(items, ({ at }) => formatInstantDay(at))
  const visitorId = pages[0]?.visitorId
  const isSeveral = (pages[0]?.devices.length ?? 0) > 1
  return (
    <section className={styles.card} aria-labelledby="timeline" aria-busy={profile.isFetching}>
      <div className={styles.cardHead}>
        <h2 id="timeline">{words.timeline}</h2>
        {visitorId !== undefined && (
          <CsvButton name={`visitor-${visitorId}`} ask={timelineTable(siteId, visitorId, order)} />
        )}
        <Segments
          label={words.order}
          options={{ newest: words.newest, oldest: words.oldest }}
          chosen={order}
          choose={choose}
        />
      </div>
      <div data-stale={profile.isPlaceholderData || undefined}>
        {[...days].map(([day, ofDay]) => (
          <section key={day} aria-label={day}>
            <h3 className={styles.dayName}>{day}</h3>
            <ol className={styles.items}>
              {ofDay.map((item) => (
                <Item key={keyOf(item)} siteId={siteId} item={item} isSeveral={isSeveral} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {profile.isFetchNextPageError && <Notice look="bad">{explainFailure(profile.error)}</Notice>}
      {profile.hasNextPage ? (
        <Button
          className={styles.more}
          busy={profile.isFetchingNextPage}
          onClick={() => profile.fetchNextPage()}
        >
          {profile.isFetchingNextPage ? texts.loading : words.more}
        </Button>
      ) : (
        order === 'newest' && <p className={styles.beginning}>{words.beginning}</p>
      )}
    </section>
  )
}

function keyOf(item: TimelineItem): string {
  const { type, at } = item
  if (type === 'visit') return `${type} ${item.visitorId} ${item.sessionId}`
  if (type === 'payment') return `${type} ${item.payment.paymentId}`
  return type === 'goal'
    ? `${type} ${at} ${item.name} ${item.value} ${JSON.stringify(item.properties)} ${item.path}`
    : `${type} ${at} ${item.visitorId} ${item.by} ${item.userId}`
}

interface ItemProps {
  siteId: string
  item: TimelineItem
  /** Whether the person has several devices, so that the device matters. */
  isSeveral: boolean
}

function Item({ siteId, item, isSeveral }: ItemProps) {
  switch (item.type) {
    case 'visit':
      return <TimelineVisit siteId={siteId} visit={item} isSeveral={isSeveral} />
    case 'payment':
      return <TimelinePayment siteId={siteId} item={item} />
    default:
      return <TimelineEvent siteId={siteId} item={item} />
  }
}
