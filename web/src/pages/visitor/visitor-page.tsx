import { useParams } from '@tanstack/react-router'
import type { Visitor, VisitorPageView, VisitorSession } from '@tributary/contract/visitor.ts'
import { useVisitor } from '../../api/visitors.ts'
import { formatCountry } from '../../format/country.ts'
import { formatInstant, formatInstantTime } from '../../format/date.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatCount } from '../../format/number.ts'
import { Failure } from '../../parts/failure.tsx'
import { Frame } from '../../parts/frame.tsx'
import { SiteBar } from '../../parts/site-bar.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../parts/title.ts'
import { texts } from '../../texts/texts.ts'
import styles from './visitor-page.module.css'

const words = texts.visitor

/** One visitor: when they came, from where, and what they looked at. */
export function VisitorPage() {
  const { siteId, visitorId } = useParams({ from: '/signed-in/sites/$siteId/visitors/$visitorId' })
  const visitor = useVisitor(siteId, visitorId)
  useTitle(`${words.title} ${visitorId}`)
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      <div className={styles.page}>
        <h1 className={styles.id}>
          {words.title} <code>{visitorId}</code>
        </h1>
        {visitor.isPending && <Skeleton width="100%" height="220px" />}
        {visitor.error && !visitor.data && (
          <Failure error={visitor.error} retry={() => visitor.refetch()} />
        )}
        {visitor.data && (
          <>
            <Summary visitor={visitor.data} />
            <Timeline visitor={visitor.data} />
          </>
        )}
      </div>
    </Frame>
  )
}

function Summary({ visitor }: { visitor: Visitor }) {
  const facts = [
    [words.first, formatInstant(visitor.firstVisit)],
    [words.last, formatInstant(visitor.lastVisit)],
    [words.sessions, formatCount(visitor.sessionCount)],
    [words.pageViews, formatCount(visitor.pageViewCount)],
  ] as const
  return (
    <dl className={styles.summary}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Timeline({ visitor }: { visitor: Visitor }) {
  const isCut =
    visitor.sessions.length < visitor.sessionCount ||
    visitor.pageViews.length < visitor.pageViewCount
  return (
    <section className={styles.card} aria-labelledby="timeline">
      <h2 id="timeline">{words.timeline}</h2>
      <ol className={styles.sessions}>
        {visitor.sessions.map((session) => (
          <Session
            key={session.sessionId}
            session={session}
            views={viewsOf(session, visitor.pageViews)}
          />
        ))}
      </ol>
      {isCut && <p className={styles.muted}>{words.notAll}</p>}
    </section>
  )
}

/** What was seen during a session, the first page first. */
function viewsOf(session: VisitorSession, views: readonly VisitorPageView[]): VisitorPageView[] {
  return views
    .filter(({ timestamp }) => timestamp >= session.firstVisitAt && timestamp <= session.lastSeenAt)
    .reverse()
}

function Session({ session, views }: { session: VisitorSession; views: VisitorPageView[] }) {
  const referrer = hostOf(views[0]?.referrer ?? '')
  const about = [
    session.country && formatCountry(session.country),
    texts.devices[session.device] ?? session.device,
    session.browser,
    session.os,
  ].filter(Boolean)
  return (
    <li className={styles.session}>
      <div className={styles.head}>
        <time dateTime={session.firstVisitAt}>{formatInstant(session.firstVisitAt)}</time>
        <span>{referrer === '' ? words.direct : words.from(referrer)}</span>
        <span className={styles.muted}>
          {words.views(formatCount(session.pageViews), session.pageViews === 1)}
          {session.duration > 0 && ` · ${formatDuration(session.duration)}`}
        </span>
      </div>
      <p className={styles.muted}>{about.join(' · ')}</p>
      <ol className={styles.views}>
        {views.map((view) => (
          <li key={`${view.timestamp} ${view.path}`}>
            <time dateTime={view.timestamp}>{formatInstantTime(view.timestamp)}</time>
            <span className={styles.path}>{view.path}</span>
            {view.title && <span className={styles.muted}>{view.title}</span>}
          </li>
        ))}
      </ol>
    </li>
  )
}

/** The host of a referrer; nothing where there is none, or where it is no address. */
function hostOf(referrer: string): string {
  return /^https?:\/\/([^/?#]+)/.exec(referrer)?.[1]?.replace(/^www\./, '') ?? ''
}
