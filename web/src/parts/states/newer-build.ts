import { useSyncExternalStore } from 'react'

let isNewer = false
const listeners = new Set<() => void>()

/** Whether the server has a newer build than this page, so that parts of this page can no longer be loaded. */
export function useNewerBuild(): boolean {
  return useSyncExternalStore(listen, () => isNewer)
}

/** Finds out, whenever a part of this page is not loaded, whether a newer build took its place. */
export function watchForNewerBuild(): void {
  // Vite dispatches it for every `import()` that fails.
  addEventListener('vite:preloadError', () => {
    if (!isNewer) void compareBuilds()
  })
}

async function compareBuilds(): Promise<void> {
  const own = [...document.querySelectorAll('script[src]')].map((one) => one.getAttribute('src'))
  // Without an answer the server is away, not newer: what failed says so itself.
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
