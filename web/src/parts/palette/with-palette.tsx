import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { useShortCuts } from '../frame/short-cuts.ts'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** Opens the search. */
export const FindContext = createContext<() => void>(() => {})

/**
 * Ctrl+K or Cmd+K leads from any page to every other; so does `?`, as the search lists the shortcuts. Around all
 * pages, so that the search stays open when the next page is rendered.
 */
export function WithPalette({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const find = useCallback(() => setIsOpen(true), [])
  useShortCuts({ '?': find })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (event.ctrlKey === event.metaKey) return
      event.preventDefault()
      // Not by the last rendered state: on a busy machine that is older than the key press.
      setIsOpen((wasOpen) => !wasOpen)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <FindContext value={find}>
      {children}
      {isOpen && (
        <Suspense fallback={null}>
          <Palette close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </FindContext>
  )
}
