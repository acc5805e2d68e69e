import { useSyncExternalStore } from 'react'

/** A person's choice of theme; `system` follows the machine. */
export type Theme = 'system' | 'light' | 'dark'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

const key = 'tributary-theme'
const listeners = new Set<() => void>()
let shown: Theme = readTheme()

/** The theme and how to change it. Stored in this browser: it belongs to the screen, not the account. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(listen, () => shown), saveTheme]
}

function saveTheme(theme: Theme): void {
  shown = theme
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Storage is disabled: the theme holds until the page is left.
  }
  for (const listener of listeners) listener()
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
