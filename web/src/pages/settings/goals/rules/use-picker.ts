import { useEffect, useRef, useState } from 'react'
import { useElementPick } from '../../../../api/site/goal-rules.ts'

/** The longest pattern. */
const mostLetters = 300
/** A page that has not answered by now will not. */
const patienceMs = 8_000

export type PickerState = 'closed' | 'opening' | 'ready' | 'silent' | 'blocked'

interface Picked {
  selector: string
  matches: number
}

/**
 * Opens a page of the site with the element picker and waits for the result. Messages are only accepted from that
 * window, and only while it shows a page of the site; it is given nothing but the token in its address.
 */
export function usePicker(
  { siteId, domains, isWanted }: { siteId: string; domains: readonly string[]; isWanted: boolean },
  onPicked: (picked: Picked) => void,
) {
  const fragment = useElementPick(siteId, isWanted)
  const opened = useRef<Window>(null)
  const picked = useRef(onPicked)
  picked.current = onPicked
  const [state, setState] = useState<PickerState>('closed')

  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source === null || source !== opened.current || !isOfSite(origin, domains)) return
      const said = data as { tributary?: unknown; selector?: unknown; matches?: unknown } | null
      if (said?.tributary === 'ready') setState('ready')
      if (said?.tributary !== 'picked' || typeof said.selector !== 'string') return
      const { selector } = said
      if (selector.length > mostLetters) return
      picked.current({ selector, matches: Number(said.matches) })
      setState('closed')
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [domains])

  useEffect(() => {
    if (state !== 'opening') return
    const timer = setTimeout(() => setState('silent'), patienceMs)
    return () => clearTimeout(timer)
  }, [state])

  /** In a browser that opted out of being counted, the picker is only loaded with `asCounted`. */
  const open = (address: string, { asCounted }: { asCounted: boolean }) => {
    const page = URL.parse(address)
    if (page === null || fragment.data === undefined) return
    const before = page.hash === '' ? '' : `${page.hash.slice(1)}&`
    page.hash = `${before}${asCounted ? 'tributary_ignore=0&' : ''}${fragment.data}`
    opened.current = window.open(page.href, '_blank')
    setState(opened.current === null ? 'blocked' : 'opening')
  }
  return { state, open, isReady: fragment.data !== undefined, error: fragment.error }
}

function isOfSite(origin: string, domains: readonly string[]): boolean {
  const host = URL.parse(origin)?.hostname
  // A site's owner tests it on the local machine, too.
  if (host === 'localhost' || host === '127.0.0.1') return true
  return domains.some((domain) => `.${host}`.endsWith(`.${domain.replace(/^www\./, '')}`))
}
