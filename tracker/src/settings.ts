/** The attributes of the page's script tag, read once while the script runs. */
const tag = document.currentScript as HTMLScriptElement

/**
 * `data-site`, `data-api` (a first-party path of your own), `data-hash` (routes are `#/…`) and `data-cookieless`; in
 * the whole script also `data-domains` (other sites of the same owner, comma-separated) and `data-respect-dnt`.
 */
export const settings = tag.dataset
/** Where hits go: to the script's server by default. */
export const endpoint = settings.api ?? new URL('/api/collect', tag.src)
