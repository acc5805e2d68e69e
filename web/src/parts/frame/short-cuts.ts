import { useEffect, useRef, useSyncExternalStore } from 'react'

const key = 'tributary-short-cuts'
const listeners = new Set<() => void>()
let on = readOn()

/**
 * Whether single keys act as shortcuts. Speech input types characters, so they must be possible to
 * switch off (WCAG 2.1.4).
 */
export function useShortCutsOn(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(listen, () => on), saveOn]
}

type Actions = Readonly<Record<string, () => void>>

/** The actions that the open page has bound, by letter. */
const bound = new Set<{ current: Actions }>()

/** The action of a key on the open page, if any. */
export function boundAction(letter: string): (() => void) | undefined {
  for (const { current } of bound) if (current[letter]) return current[letter]
  return undefined
}

/** Runs an action when its letter is pressed outside of any control that takes text. */
export function useShortCuts(actions: Actions): void {
  const [isOn] = useShortCutsOn()
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    bound.add(latest)
    return () => {
      bound.delete(latest)
    }
  }, [])
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (takesLetters(event.target)) return
      const action = latest.current[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}

function takesLetters(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, select, textarea, [role="menu"], [role="dialog"], [role="alertdialog"]',
    ) !== null
  )
}

function saveOn(value: boolean): void {
  on = value
  try {
    localStorage.setItem(key, value ? 'on' : 'off')
  } catch {
    // Storage is disabled: the choice holds until the page is left.
  }
  for (const listener of listeners) listener()
}

function readOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
