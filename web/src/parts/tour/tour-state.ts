/** The current step of a site's tour: 0 is the offer. */
export interface TourState {
  siteId: string
  stop: number
}

const key = 'tributary-tour'

/** The tour of this browser tab, if one was begun and not ended. */
export function readTour(): TourState | undefined {
  try {
    const { siteId, stop } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<TourState>
    return typeof siteId === 'string' && typeof stop === 'number' ? { siteId, stop } : undefined
  } catch {
    // Storage is disabled, or contains no valid tour: there is none.
    return undefined
  }
}

/** Stores it from page to page; undefined ends it. */
export function saveTour(tour: TourState | undefined): void {
  try {
    if (tour === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(tour))
  } catch {
    // Storage is disabled: the tour ends with the page.
  }
}
