import { useSyncExternalStore } from 'react'

let isNewer = false
const listeners = new Set<() => void>()

/** Whether the server has a newer build than this page, so that parts of this page can no longer be loaded. */
export function useNewerBuild(): boolean {
  return useSyncExternalStore(listen, () => isNewer)
}

/** Checks, whenever a part of this page cannot be loaded, whether a newer build replaced it. */
export function watchForNewerBuild(): void {
  // Vite dispatches it for every `import()` that fails.
  addEventListener('vite:preloadError', () => {
    if (!isNewer) void compareBuilds()
  })
}

async function compareBuilds(): Promise<void> {
  const own = [...document.querySelectorAll('script[src]')].map((one) => one.getAttribute('src'))
  // Without an answer the server is down, not newer: the failed part shows its own error.
  const reply = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (!reply?.ok) return
  const html = await reply.text()
  isNewer = own.some((src) => src !== null && !html.includes(src))
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
