import { type Dispatch, lazy, type SetStateAction, Suspense, useEffect } from 'react'
import { useShortCuts } from '../frame/short-cuts.ts'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

interface LazyPaletteProps {
  isOpen: boolean
  setIsOpen: Dispatch<SetStateAction<boolean>>
}

/** Ctrl+K or Cmd+K leads from any page to every other; `?` does as well, for it lists what keys do. */
export function LazyPalette({ isOpen, setIsOpen }: LazyPaletteProps) {
  useShortCuts({ '?': () => setIsOpen(true) })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (event.ctrlKey === event.metaKey) return
      event.preventDefault()
      // Not by what was last drawn: on a busy machine that is older than the key.
      setIsOpen((wasOpen) => !wasOpen)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [setIsOpen])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <Palette close={() => setIsOpen(false)} />
    </Suspense>
  )
}
