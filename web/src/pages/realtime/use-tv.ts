import { useEffect, useLayoutEffect, useState } from 'react'

/** How long the pointer must rest to count as unused. */
const restMs = 3_000

/** Whether the pointer moved, or was pressed, a moment ago. */
export function usePointerMoving(): boolean {
  const [isMoving, setIsMoving] = useState(true)
  useEffect(() => {
    let timer = window.setTimeout(() => setIsMoving(false), restMs)
    const move = () => {
      setIsMoving(true)
      clearTimeout(timer)
      timer = window.setTimeout(() => setIsMoving(false), restMs)
    }
    document.addEventListener('pointermove', move)
    document.addEventListener('pointerdown', move)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointermove', move)
      document.removeEventListener('pointerdown', move)
    }
  }, [])
  return isMoving
}

/** Makes the page dark, whatever the person's theme. Careful: colours are set on the root element. */
export function useDarkPage(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const { theme } = dataset
    dataset.theme = 'dark'
    return () => {
      if (theme === undefined) delete dataset.theme
      else dataset.theme = theme
    }
  }, [])
}

/** Keeps the screen on while the page is visible, in browsers that support it (over HTTPS and on localhost). */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const ask = async () => {
      // Browsers release a lock when the page is hidden, so each time it is visible again it requests a new one.
      if (isOver || document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
      } catch {
        // Refused, such as on a low battery: the screen may dim, and nothing else changes.
      }
      if (isOver) await lock?.release()
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}
