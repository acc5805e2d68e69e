import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './hint.module.css'

interface HintProps {
  text: ReactNode
  children: ReactNode
  /** The whole surrounding box, which must be positioned, takes the pointer. */
  fillsBox?: boolean
  /** The action of a press, and whether it is on now. */
  choice?: { isChosen: boolean; choose: () => void } | undefined
}

/** Ignores a pointer that only passes by; it may cross the gap to the explanation. */
const showAfterMs = 350
const hideAfterMs = 120

/** A word that explains itself when pointed at or focused; Escape hides the explanation. */
export function Hint({ text, children, fillsBox = false, choice }: HintProps) {
  const id = useId()
  const place = useRef<HTMLSpanElement>(null)
  const hint = useRef<HTMLSpanElement>(null)
  const timer = useRef(0)
  const later = (run: () => void, ms: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(run, ms)
  }
  const show = () => {
    const box = fillsBox ? place.current?.offsetParent : place.current
    if (box && hint.current?.isConnected) open(hint.current, box)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (hint.current?.matches(':popover-open')) hint.current.hidePopover()
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <span
      ref={place}
      className={fillsBox ? styles.box : styles.place}
      onPointerEnter={() => later(show, showAfterMs)}
      onPointerLeave={() => later(hide, hideAfterMs)}
    >
      <button
        type="button"
        className={choice ? styles.choice : styles.word}
        aria-describedby={id}
        aria-pressed={choice?.isChosen}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && hide()}
        onFocus={({ target }) => target.matches(':focus-visible') && later(show, showAfterMs)}
        onBlur={hide}
        onClick={choice?.choose ?? show}
      >
        {children}
      </button>
      <span ref={hint} id={id} role="tooltip" popover="manual" className={styles.hint}>
        {text}
      </span>
    </span>
  )
}

const gap = 6
const edge = 8

/** Shows the explanation below its box, or above if there is no space, never beyond the window. */
function open(hint: HTMLElement, box: Element): void {
  if (!hint.matches(':popover-open')) hint.showPopover()
  const { left, top, bottom } = box.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = hint
  const { clientWidth, clientHeight } = document.documentElement
  const below = bottom + gap
  const fits = below + height <= clientHeight || top - gap - height < 0
  hint.style.left = `${Math.max(edge, Math.min(left, clientWidth - width - edge))}px`
  hint.style.top = `${fits ? below : top - gap - height}px`
}
