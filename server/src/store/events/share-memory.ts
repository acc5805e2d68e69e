import { LRUCache } from 'lru-cache'

interface Limits<Value> {
  /** For all sites together, in whatever `sizeOf` counts. */
  most: number
  /** Larger ones are not kept. */
  mostOfOne: number
  sizeOf: (value: Value) => number
  keptMs: number
}

/**
 * What is remembered of many sites in one room. A site may take all of it while nobody else needs any; when it
 * is full, the site that takes the most gives up what it used the longest ago. So whatever is asked of one
 * site, the others keep as much as it does.
 */
export class SharedMemory<Value extends object> {
  #limits: Limits<Value>
  #ofSite = new Map<string, LRUCache<string, Value>>()

  constructor(limits: Limits<Value>) {
    this.#limits = limits
  }

  get(site: string, key: string): Value | undefined {
    return this.#ofSite.get(site)?.get(key)
  }

  set(site: string, key: string, value: Value): void {
    const { most, mostOfOne, sizeOf, keptMs } = this.#limits
    const own =
      this.#ofSite.get(site) ??
      new LRUCache<string, Value>({
        maxSize: most,
        maxEntrySize: Math.min(mostOfOne, most),
        sizeCalculation: sizeOf,
        ttl: keptMs,
        // What nobody asks for any more would take from those who do.
        ttlAutopurge: true,
      })
    this.#ofSite.set(site, own)
    // A value that is set again may have grown, which the cache would not look at.
    own.delete(key)
    own.set(key, value)
    this.#makeRoom(most)
  }

  #makeRoom(most: number): void {
    let taken = 0
    for (const [site, { calculatedSize }] of this.#ofSite) {
      if (calculatedSize === 0) this.#ofSite.delete(site)
      taken += calculatedSize
    }
    while (taken > most) {
      const largest = [...this.#ofSite.values()].reduce((a, b) =>
        b.calculatedSize > a.calculatedSize ? b : a,
      )
      taken -= largest.calculatedSize
      largest.pop()
      taken += largest.calculatedSize
    }
  }
}

/** Whose room the answer to a question takes: that of the site it is bound to. */
export function siteOf({ site }: Record<string, unknown>): string {
  if (typeof site !== 'string') throw new TypeError('only what is asked of a site is remembered')
  return site
}
