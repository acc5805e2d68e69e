import { type KeyboardEvent, type PointerEvent, useState } from 'react'

interface SliderOptions {
  /** What the chart shows. */
  label: string
  /** The place of the last point; the first is 0. */
  last: number
  /** The point at this many pixels from the left of a chart of this width. */
  indexAt: (x: number, width: number) => number
  /** A point in words. */
  write: (index: number) => string
}

/**
 * How single points of a chart are read: by pointing, by tapping or by the arrow keys. For a screen reader it is a
 * slider whose values are whole sentences. `index` is the current point.
 */
export function useSlider({ label, last, indexAt, write }: SliderOptions) {
  const [active, setActive] = useState<number>()
  const index = active === undefined ? undefined : Math.min(active, last)
  const shown = index ?? Math.max(last, 0)
  const leave = () => setActive(undefined)
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setActive(Math.min(Math.max(indexAt(clientX - left, width), 0), last))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return leave()
    const next = movedIndex(event.key, index, last)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(last, 0),
    'aria-valuenow': shown,
    'aria-valuetext': write(shown),
    onPointerMove: point,
    onPointerDown: point,
    // A finger is lifted to see what it has tapped; a tap outside the chart hides it.
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && leave(),
    onBlur: leave,
    onKeyDown: press,
  } as const
  return { index, slider }
}

/** The point that a key leads to, if any. Reading begins at the end, with the newest point. */
function movedIndex(key: string, index: number | undefined, last: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max((index ?? last + 1) - 1, 0)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min((index ?? -1) + 1, last)
  return undefined
}
