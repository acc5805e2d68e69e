import { createHmac, randomBytes } from 'node:crypto'
import type { ControlStore } from '../../store/control/control-store.ts'
import { dayMs } from '../../time/durations.ts'
import { type DailySalts, destroyOldSalts, findOrAddSalts } from '../salt-rows.ts'

/** The derived ids of a visitor without ids. */
export interface CookielessIds {
  today: string
  /** The visitor's id of yesterday: a visit does not end at midnight. */
  yesterday: string | undefined
}

/**
 * Derives ids for visitors without one: a keyed hash of address and user agent. The key is random, one per site and
 * day; once it is destroyed, a hash can no longer be attributed to anyone, nor can two days be joined.
 */
export class CookielessVisitors {
  readonly #control: ControlStore
  readonly #salts = new Map<string, { day: number; salts: DailySalts }>()
  readonly #asking = new Map<string, Promise<DailySalts>>()

  constructor(control: ControlStore) {
    this.#control = control
  }

  /** Synchronous if today's salt is known already. */
  idsOf(
    siteId: string,
    nowMs: number,
    seen: { address: string; userAgent: string },
  ): CookielessIds | Promise<CookielessIds> {
    const day = Math.floor(nowMs / dayMs)
    const known = this.#salts.get(siteId)
    if (known?.day === day) return named(known.salts, seen)
    return this.#ask(siteId, day).then((salts) => named(salts, seen))
  }

  /** Destroys expired salts, here and in the store, also for sites without visits. */
  async destroyOld(nowMs: number): Promise<void> {
    const day = Math.floor(nowMs / dayMs)
    for (const [siteId, known] of this.#salts) if (known.day !== day) this.#salts.delete(siteId)
    await destroyOldSalts(this.#control, day)
  }

  #ask(siteId: string, day: number): Promise<DailySalts> {
    const key = `${siteId} ${day}`
    const asked = this.#asking.get(key)
    if (asked !== undefined) return asked
    const fresh = randomBytes(32).toString('base64url')
    const asking = findOrAddSalts(this.#control, siteId, day, fresh)
      .then((salts) => {
        this.#salts.set(siteId, { day, salts })
        return salts
      })
      .finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }
}

function named(
  { today, yesterday }: DailySalts,
  seen: { address: string; userAgent: string },
): CookielessIds {
  return {
    today: nameWith(today, seen),
    yesterday: yesterday === undefined ? undefined : nameWith(yesterday, seen),
  }
}

function nameWith(salt: string, { address, userAgent }: { address: string; userAgent: string }) {
  const hash = createHmac('sha256', salt).update(`${address}\n${userAgent}`).digest('base64url')
  // 22 characters are 132 bits.
  return `c_${hash.slice(0, 22)}`
}
