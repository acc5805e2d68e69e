import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useVisitorNames } from '../../api/visitor-summaries.ts'
import { type ProfileOrder, useProfile } from '../../api/visitors.ts'
import { BackLink } from '../../parts/frame/back-link.tsx'
import { Frame } from '../../parts/frame/frame.tsx'
import { SiteBar } from '../../parts/frame/site-bar.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { Failure } from '../../parts/states/failure.tsx'
import { WaitingCard, WaitingFigures, WaitingRows } from '../../parts/states/waiting.tsx'
import { texts } from '../../texts/texts.ts'
import { ProfileHead } from './profile-head.tsx'
import { Timeline } from './timeline.tsx'
import styles from './visitor-page.module.css'

/** One person on all their devices: their identity, and what led to each payment. */
export function VisitorPage() {
  const { siteId, visitorId } = useParams({ from: '/signed-in/sites/$siteId/visitors/$visitorId' })
  const [order, setOrder] = useState<ProfileOrder>('newest')
  const profile = useProfile(siteId, visitorId, order)
  const first = profile.data?.pages[0]
  useTitle(useVisitorNames(siteId, [visitorId])(visitorId))
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      <div className={styles.page}>
        <BackLink
          to={<Link to="/sites/$siteId/explore/$page" params={{ siteId, page: 'visitors' }} />}
        >
          {texts.explore.pages.visitors.name}
        </BackLink>
        {profile.isPending && <Waiting />}
        {profile.error && !first && (
          <Failure error={profile.error} retry={() => profile.refetch()} />
        )}
        {first && (
          <>
            <ProfileHead siteId={siteId} profile={first} />
            <Timeline siteId={siteId} profile={profile} order={order} choose={setOrder} />
          </>
        )}
      </div>
    </Frame>
  )
}

function Waiting() {
  return (
    <>
      <WaitingCard>
        <WaitingRows count={1} figures={1} isTall />
        <WaitingFigures count={4} />
      </WaitingCard>
      <WaitingCard>
        <WaitingRows count={7} figures={1} isTall />
      </WaitingCard>
    </>
  )
}
