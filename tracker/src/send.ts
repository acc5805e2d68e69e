import { currentIds } from './ids.ts'
import { endpoint, settings } from './settings.ts'

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

/** A hit's fields other than the ids and the page. */
export interface Details {
  url?: string
  referrer?: string
  name?: unknown
  value?: unknown
  properties?: object
  engagedMs?: number
  userId?: unknown
  email?: unknown
}

/**
 * Sends one hit, unless this browser opted out, or asks not to be tracked and the page respects that. Plain text
 * needs no preflight, and `keepalive` lets it outlive the page. The response may name a part of the tracker to load:
 * goals that the site's owner defined by selector, or the picker for those. Failures, such as disabled storage, are
 * not reported to the page.
 */
export const send = async (type: string, details: Details): Promise<void> => {
  try {
    // Opening an address with `tributary_ignore=1` opts this browser out, one with `=0` in again.
    const said = location.href.match(/tributary_ignore=(1?)/)
    if (said) {
      localStorage.tributary_ignore = said[1]
      // biome-ignore lint/suspicious/noConsole: confirms to the person who opened the link that it worked
      console.info(location.href)
    }
    const isPrivate =
      isWhole &&
      'respectDnt' in settings &&
      (navigator.doNotTrack === '1' || navigator.globalPrivacyControl)
    if (isPrivate || localStorage.tributary_ignore) return
    const answer = await fetch(endpoint, {
      method: 'POST',
      body: JSON.stringify({
        type,
        siteId: settings.site,
        ...currentIds(),
        title: document.title,
        screenWidth: innerWidth,
        url: location.href,
        ...details,
      }),
      keepalive: true,
      credentials: 'omit',
    })
    // A part that this page needs, by its absolute address, because a relative one has no base here. Nothing else is
    // ever loaded: neither an empty response nor other text names a module.
    await import(/* @vite-ignore */ await answer.text())
  } catch {}
}
