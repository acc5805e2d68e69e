import { AppError } from '../errors.ts'

/** Exports that may run at once, as each keeps the engine busy; and of one site, so that others can have one. */
const most = { all: 3, site: 2 }

/** Counts the exports under way. */
export class ExportPlaces {
  readonly #taken: string[] = []

  /** Takes a place for a site; the returned function gives it back. Throws `unavailable` when there is none. */
  take(siteId: string): () => void {
    const ofSite = this.#taken.filter((one) => one === siteId).length
    if (this.#taken.length >= most.all || ofSite >= most.site) {
      throw new AppError('unavailable', 'Other exports are running; try again in a minute', {
        retryAfterSeconds: 60,
      })
    }
    this.#taken.push(siteId)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      this.#taken.splice(this.#taken.indexOf(siteId), 1)
    }
  }
}
