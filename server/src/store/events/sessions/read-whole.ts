import { withoutRebuilds } from './turns.ts'

/** The rebuilds of one engine by this process, which `aloneInTurn` runs one after the other. */
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

  /** How many rebuilds of some sites have begun. */
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

/** Removes rows of a site's sessions and adds them again; callers of `readWhole` do not see the state between. */
export function rebuildRows<T>(engine: object, site: string, work: () => Promise<T>): Promise<T> {
  return rebuildsOf(engine).during(site, work)
}

/** Resolves before the next rebuild, so waiting readers have their turn. */
const mostTries = 2

/**
 * Reads while no session of some sites is missing because it is being rebuilt. Waits for a rebuild in progress, and
 * reads again if one began meanwhile. Only knows this process's rebuilds: one on another node may be visible.
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
