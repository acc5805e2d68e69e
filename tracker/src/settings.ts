/** What the page's script tag says, read once while the script runs. */
const tag = document.currentScript as HTMLScriptElement

/**
 * `data-site`, `data-api` (a first-party path of your own), `data-hash` (routes are `#/…`),
 * `data-cookieless`, `data-domains` (other sites of the same owner, comma-separated) and
 * `data-respect-dnt`.
 */
export const settings = tag.dataset
/** Where hits go: to the script's server by default. */
export const endpoint = settings.api ?? new URL('/api/collect', tag.src).href

/**
 * Whether this browser must be left alone: it opted out (`localStorage.tributary_ignore = 1`, which opening
 * an address with `tributary_ignore=1` does and one with `=0` undoes), or it asks so and the page heeds it.
 */
export function isSilent(): unknown {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  const said = /tributary_ignore=(1?)/.exec(location.href)
  if (said) {
    localStorage.tributary_ignore = said[1]
    // biome-ignore lint/suspicious/noConsole: confirms to the person who opened the link that it worked
    console.info(location.href)
  }
  return (
    localStorage.tributary_ignore ||
    ('respectDnt' in settings && (doNotTrack === '1' || globalPrivacyControl))
  )
}
