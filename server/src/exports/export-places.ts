import { AppError } from '../errors.ts'

/** The most exports at once, as each keeps the engine busy; and of one site, so that others can run one. */
const most = { all: 3, site: 2 }

/** Counts the running exports. */
export class ExportPlaces {
  readonly #taken: string[] = []

  /** Reserves a slot for a site; the returned function releases it. Throws `unavailable` if there is none. */
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
