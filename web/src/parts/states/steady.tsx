import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './steady.module.css'

/**
 * Keeps the height that its content once had, so that what follows stays where it is when a filter leaves less to
 * show. Reset when the width changes, as text wraps differently.
 */
export function Steady({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    // Measured after layout: measuring here would lay the page out before it is complete.
    let width: number | undefined
    let frame = 0
    const observer = new ResizeObserver(() => {
      width ??= box.clientWidth
      if (box.clientWidth === width) {
        // Placeholders may be higher than the content.
        const isWaiting = box.querySelector('[data-waiting]') !== null
        if (!isWaiting) box.style.minHeight = `${box.offsetHeight}px`
        return
      }
      width = box.clientWidth
      box.style.minHeight = ''
      // Boxes in one row have the same height: all are reset before one is measured.
      frame = requestAnimationFrame(() => {
        box.style.minHeight = `${box.offsetHeight}px`
      })
    })
    observer.observe(box)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
  return (
    <div ref={place} className={styles.steady}>
      {children}
    </div>
  )
}
