import { useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readTour } from './tour-state.ts'

const Tour = lazy(() => import('./tour.tsx').then((module) => ({ default: module.Tour })))

/** The tour of a site, if the address offers it (`/sites/…#tour`), or if it is in progress. */
export function LazyTour() {
  const isOffered = useLocation({ select: ({ hash }) => hash === 'tour' })
  const { siteId } = useParams({ strict: false })
  const offered = isOffered && siteId !== undefined ? { siteId, stop: 0 } : undefined
  const tour = offered ?? readTour()
  if (tour === undefined) return null
  return (
    <Suspense fallback={null}>
      <Tour begun={tour} />
    </Suspense>
  )
}
