import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type ProfileOrder, useProfile } from '../../api/visitors.ts'
import { Failure } from '../../parts/failure.tsx'
import { Frame } from '../../parts/frame.tsx'
import { SiteBar } from '../../parts/site-bar.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { SlowNote } from '../../parts/slow-note.tsx'
import { useTitle } from '../../parts/title.ts'
import { peopleTexts } from '../../texts/people.ts'
import { ProfileHead } from './profile-head.tsx'
import { Timeline } from './timeline.tsx'
import styles from './visitor-page.module.css'

const words = peopleTexts.profile

/** One person on all their devices: who it is, and what led to each payment. */
export function VisitorPage() {
  const { siteId, visitorId } = useParams({ from: '/signed-in/sites/$siteId/visitors/$visitorId' })
  const [order, setOrder] = useState<ProfileOrder>('newest')
  const profile = useProfile(siteId, visitorId, order)
  const first = profile.data?.pages[0]
  useTitle(`${words.title} ${first?.userIds[0] ?? visitorId}`)
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      <div className={styles.page}>
        {profile.isPending && <Waiting />}
        {profile.error && !first && (
          <Failure error={profile.error} retry={() => profile.refetch()} />
        )}
        {first && (
          <>
            <ProfileHead profile={first} />
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
      <Skeleton width="100%" height="230px" />
      <Skeleton width="100%" height="420px" />
      <SlowNote />
    </>
  )
}
