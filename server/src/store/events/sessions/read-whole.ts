import { withoutRebuilds } from './turns.ts'

/** Of one engine, by this process: what `aloneInTurn` begins, one after the other. */
class Rebuilds {
  #begun = new Map<string, number>()
  #underWay: { site: string; ended: Promise<void> } | undefined

  async during<T>(site: string, work: () => Promise<T>): Promise<T> {
    this.#begun.set(site, (this.#begun.get(site) ?? 0) + 1)
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#underWay = { site, ended }
    try {
      return await work()
    } finally {
      this.#underWay = undefined
      resolve()
    }
  }

  /** How many there have been of some sites. */
  countOf(sites: readonly string[]): number {
    return sites.reduce((sum, site) => sum + (this.#begun.get(site) ?? 0), 0)
  }

  async ended(sites: readonly string[]): Promise<void> {
    while (this.#underWay !== undefined && sites.includes(this.#underWay.site)) {
      await this.#underWay.ended
    }
  }
}

const rebuildsOfEngines = new WeakMap<object, Rebuilds>()

function rebuildsOf(engine: object): Rebuilds {
  const rebuilds = rebuildsOfEngines.get(engine) ?? new Rebuilds()
  rebuildsOfEngines.set(engine, rebuilds)
  return rebuilds
}

/** Removes rows of a site's sessions and brings them back; who uses `readWhole` does not see the state between. */
export function rebuildRows<T>(engine: object, site: string, work: () => Promise<T>): Promise<T> {
  return rebuildsOf(engine).during(site, work)
}

/** Before the next rebuild waits for the answer. */
const mostTries = 2

/**
 * Reads while no session of some sites is missing because it is being rebuilt. Waits for a rebuild under way, and
 * reads again if one began meanwhile. Knows those of this process only: a rebuild on another node may be seen.
 */
export async function readWhole<T>(
  engine: object,
  sites: readonly string[],
  read: () => Promise<T>,
): Promise<T> {
  const rebuilds = rebuildsOf(engine)
  for (let tries = 0; tries < mostTries; tries++) {
    await rebuilds.ended(sites)
    const before = rebuilds.countOf(sites)
    const answer = await read()
    if (rebuilds.countOf(sites) === before) return answer
  }
  return withoutRebuilds(engine, read)
}
