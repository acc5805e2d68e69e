import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { tourTexts as words } from '../../texts/tour.ts'
import { Button } from '../forms/button.tsx'
import styles from './tour.module.css'
import { saveTour, type TourState } from './tour-state.ts'

/** The stops in order, with the page of each below the site's own. */
const stops = [
  { name: 'pays', path: '' },
  { name: 'receipts', path: '/payments' },
  { name: 'models', path: '/explore/attribution' },
  { name: 'spend', path: '/explore/spend' },
  { name: 'live', path: '/explore/realtime' },
] as const

/** Whether the tour opened the page, and so has the focus; a person who left it keeps theirs. */
let isMoving = false

/** A card that leads from page to page and explains each. It can be closed at any time. */
export function Tour({ begun }: { begun: TourState }) {
  const [tour, setTour] = useState<TourState | undefined>(() => {
    saveTour(begun)
    return begun
  })
  const card = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    if (tour && isMoving) card.current?.focus({ preventScroll: true })
    isMoving = false
  }, [tour])
  if (tour === undefined) return null
  const { siteId, stop } = tour
  const end = () => {
    saveTour(undefined)
    setTour(undefined)
    if (location.hash === '#tour') void navigate({ to: '.', search: true, hash: '', replace: true })
  }
  const go = (next: number) => {
    const moved = { siteId, stop: next }
    isMoving = true
    saveTour(moved)
    // Most pages have a separate card; the one that stays shows the next stop itself.
    const href = `/sites/${encodeURIComponent(siteId)}${stops[next - 1]?.path ?? ''}`
    void navigate({ href }).then(() => setTour(moved))
  }
  const shown = stops[stop - 1]
  const { title, text } = shown
    ? words.stops[shown.name]
    : { title: words.offer, text: words.offerHint }
  const isLast = stop === stops.length
  return (
    <aside ref={card} className={styles.card} aria-label={words.name} tabIndex={-1}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {shown && (
          <Button look="quiet" aria-label={words.end} title={words.end} onClick={end}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      <p>{text}</p>
      <div className={styles.foot}>
        <span className={styles.progress}>
          {shown && words.progress(String(stop), String(stops.length))}
        </span>
        {shown === undefined && <Button onClick={end}>{words.decline}</Button>}
        {stop > 1 && <Button onClick={() => go(stop - 1)}>{words.back}</Button>}
        <Button look="primary" onClick={() => (isLast ? end() : go(stop + 1))}>
          {shown === undefined ? words.start : isLast ? words.done : words.next}
        </Button>
      </div>
    </aside>
  )
}
