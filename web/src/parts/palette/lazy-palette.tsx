import { lazy, Suspense, useEffect } from 'react'
import { useShortCuts } from '../frame/short-cuts.ts'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

interface LazyPaletteProps {
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
}

/** Ctrl+K or Cmd+K leads from any page to every other; `?` does as well, for it lists what keys do. */
export function LazyPalette({ isOpen, setIsOpen }: LazyPaletteProps) {
  useShortCuts({ '?': () => setIsOpen(true) })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (event.ctrlKey === event.metaKey) return
      event.preventDefault()
      setIsOpen(!isOpen)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOpen, setIsOpen])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <Palette close={() => setIsOpen(false)} />
    </Suspense>
  )
}
