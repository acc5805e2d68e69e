import type { ControlStore } from '../store/control/control-store.ts'
import type { StoredEvent } from '../store/events/event.ts'
import { halfHourOf } from './linking/waits-of-payment.ts'
import {
  forgetWaits,
  listWaitsAfter,
  makeAwaitedDue,
  makeWaitingDue,
  type PaymentWait,
  type StoredWait,
} from './rows/payment-waits.ts'

const readAtOnce = 5_000
/** Further waits are not indexed; those payments are retried by their age alone. */
const mostWaits = 500_000

/**
 * What payments wait for, so that the event that could link one is recognised the moment it is stored: four map
 * look-ups per event, or one when no payment waits. The control store holds the same, and every waiting payment is
 * tried once after a restart, so none is missed.
 */
export class AwaitedEvents {
  readonly #control: ControlStore
  readonly #payments = new Map<string, Map<string, number>>()
  readonly #keys = new Map<string, string[]>()
  readonly #arrived = new Set<string>()
  /** The number of the latest batch of stored events that had a visit of a site. */
  readonly #lastVisit = new Map<string, number>()
  #batches = 0
  #isLoaded = false

  constructor(control: ControlStore) {
    this.#control = control
  }

  /** Loads what payments wait for and makes all of them due; once, with retries until it succeeds. */
  async load(nowMs: number): Promise<void> {
    if (this.#isLoaded) return
    const { db } = this.#control
    await forgetWaits(db, nowMs)
    let some: StoredWait[]
    let after: StoredWait | undefined
    do {
      some = await listWaitsAfter(db, after, readAtOnce)
      for (const wait of some) this.#add(wait.siteId, wait.paymentId, wait)
      after = some.at(-1)
    } while (some.length === readAtOnce)
    await makeWaitingDue(db, nowMs)
    this.#isLoaded = true
  }

  /** Replaces what a payment waits for. */
  set(siteId: string, paymentId: string, waits: readonly PaymentWait[]): void {
    for (const key of this.#keys.get(paymentId) ?? []) {
      const waiting = this.#payments.get(key)
      waiting?.delete(paymentId)
      if (waiting?.size === 0) this.#payments.delete(key)
    }
    this.#keys.delete(paymentId)
    for (const wait of waits) this.#add(siteId, paymentId, wait)
  }

  /** Collects the payments that some stored events could link. Returns whether there are any. */
  note(events: readonly StoredEvent[]): boolean {
    this.#batches += 1
    const before = this.#arrived.size
    for (const { siteId, visitorId, sessionId, timestampMs, origin, kind } of events) {
      // Neither a server's goal nor an identify is a visit.
      if (origin === 'server' || kind === 'identify') continue
      this.#lastVisit.set(siteId, this.#batches)
      if (this.#payments.size === 0) continue
      this.#noteKey(keyOf(siteId, 'visitor', visitorId), timestampMs)
      this.#noteKey(keyOf(siteId, 'session', sessionId), timestampMs)
      this.#noteKey(keyOf(siteId, 'time', halfHourOf(timestampMs)), timestampMs)
    }
    return this.#arrived.size > before
  }

  /** Returns a check whether visits of a site were stored since now. */
  watch(): (siteId: string) => boolean {
    const now = this.#batches
    return (siteId) => (this.#lastVisit.get(siteId) ?? 0) > now
  }

  /** Makes the payments due for linking whose events have arrived. */
  async makeDue(): Promise<void> {
    const ids = [...this.#arrived].slice(0, readAtOnce)
    if (ids.length === 0) return
    await makeAwaitedDue(this.#control.db, ids)
    for (const id of ids) this.#arrived.delete(id)
  }

  #add(siteId: string, paymentId: string, { kind, value, untilMs }: PaymentWait): void {
    if (this.#payments.size >= mostWaits) return
    const key = keyOf(siteId, kind, value)
    const waiting = this.#payments.get(key) ?? new Map<string, number>()
    this.#payments.set(key, waiting.set(paymentId, untilMs))
    const keys = this.#keys.get(paymentId)
    if (keys === undefined) this.#keys.set(paymentId, [key])
    else keys.push(key)
  }

  #noteKey(key: string, timestampMs: number): void {
    for (const [paymentId, untilMs] of this.#payments.get(key) ?? []) {
      if (timestampMs <= untilMs) this.#arrived.add(paymentId)
    }
  }
}

function keyOf(siteId: string, kind: PaymentWait['kind'], value: string): string {
  return `${siteId} ${kind} ${value}`
}
