import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

interface Drag {
  from: number
  to: number
  /** How far the pointer has moved, and the middles of all rows before that. */
  by: number
  middles: readonly number[]
  height: number
}

/**
 * Rows that can be reordered with a handle: dragged by mouse or finger, or moved by the arrow keys while the handle
 * has the focus. Rows move visually during a drag; `move` is called once, at the end.
 */
export function useSortable(count: number, move: (from: number, to: number) => void) {
  const rows = useRef<(HTMLElement | null)[]>([])
  const startY = useRef(0)
  const [drag, setDrag] = useState<Drag>()
  // The browser removes the focus from an element that React moves; the focus stays with the row.
  const moved = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (moved.current?.isConnected) moved.current.focus()
  })

  const start = (index: number, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    startY.current = event.clientY
    const boxes = rows.current.slice(0, count).map((row) => row?.getBoundingClientRect())
    const middles = boxes.map((box) => (box ? (box.top + box.bottom) / 2 : 0))
    const next = boxes[index + 1] ?? boxes[index - 1]
    const own = boxes[index]
    const height = own && next ? Math.abs(next.top - own.top) : 0
    setDrag({ from: index, to: index, by: 0, middles, height })
  }
  const drop = () => {
    setDrag(undefined)
    if (drag && drag.to !== drag.from) move(drag.from, drag.to)
  }
  const press = (index: number, event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const to = index + by
    if (to < 0 || to >= count) return
    moved.current = event.currentTarget
    move(index, to)
  }
  return {
    row: (index: number) => ({
      ref: (element: HTMLElement | null) => {
        rows.current[index] = element
      },
      'data-dragged': drag?.from === index || undefined,
      style: drag && { transform: `translateY(${shiftOf(index, drag)}px)` },
    }),
    handle: (index: number) => ({
      'data-handle': true,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(index, event),
      onPointerDown: (event: PointerEvent<HTMLElement>) => start(index, event),
      onPointerMove: ({ clientY }: PointerEvent) =>
        setDrag(drag && dragged(drag, clientY - startY.current)),
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (relatedTarget) moved.current = null
      },
      onPointerUp: drop,
      onPointerCancel: () => setDrag(undefined),
    }),
  }
}

/** The drag after the pointer has moved: the row belongs where its middle is. */
function dragged(drag: Drag, by: number): Drag {
  const middle = (drag.middles[drag.from] ?? 0) + by
  const distances = drag.middles.map((one) => Math.abs(one - middle))
  return { ...drag, by, to: distances.indexOf(Math.min(...distances)) }
}

function shiftOf(index: number, { from, to, by, height }: Drag): number {
  if (index === from) return by
  if (index > from && index <= to) return -height
  return index < from && index >= to ? height : 0
}
