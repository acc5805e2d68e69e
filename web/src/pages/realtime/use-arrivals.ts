import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { useEffect, useRef, useState } from 'react'
import { type Happening, happenings } from './happenings.ts'

/** The question of the pages with a map, and its interval. */
export const liveWanted = { rows: 50, everyMs: 5_000 } as const

/** How long a new event is shown. */
const shownMs = 6_000
const mostShown = 12

/**
 * The events since the page was opened, each for some seconds. An answer has all events since the one before it;
 * they are shown with the pauses between them, delayed by the interval of the answers.
 */
export function useArrivals(live: Realtime | undefined, everyMs: number): Happening[] {
  const [shown, setShown] = useState<Happening[]>([])
  const known = useRef<ReadonlySet<string>>(undefined)
  const timers = useRef(new Set<number>())
  useEffect(() => {
    if (live === undefined) return
    const all = happenings(live)
    const before = known.current
    known.current = new Set(all.map(({ id }) => id))
    if (before === undefined) return
    const later = (run: () => void, ms: number) => {
      const timer = window.setTimeout(() => {
        timers.current.delete(timer)
        run()
      }, ms)
      timers.current.add(timer)
    }
    for (const one of all.filter(({ id }) => !before.has(id))) {
      const ageMs = Date.parse(live.at) - Date.parse(one.at)
      later(
        () => {
          setShown((list) => [...list, one].slice(-mostShown))
          later(() => setShown((list) => list.filter(({ id }) => id !== one.id)), shownMs)
        },
        Math.max(0, Math.min(everyMs, everyMs - ageMs)),
      )
    }
  }, [live, everyMs])
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running) clearTimeout(timer)
      running.clear()
    }
  }, [])
  return shown
}
