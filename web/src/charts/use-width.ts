import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in whole pixels, updated as it changes; 0 until it is first measured. */
export function useWidth<Part extends HTMLElement>(): [RefObject<Part | null>, number] {
  const part = useRef<Part>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = part.current
    if (element === null) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [part, width]
}
