import { createWriteStream } from 'node:fs'

export type RequestKind = 'pageview' | 'goal' | 'server-goal' | 'payment'

/** What the client knows of one thing it asked the server to store. */
export interface Attempt {
  /** Unique; an event's path, or the payment's id at its provider. */
  readonly id: string
  readonly kind: RequestKind
  readonly visitorId: string
  /** 0 for all but payments. */
  readonly amountMinor: number
  acknowledged: boolean
}

/**
 * The client's own record of what it sent and what was acknowledged, with which the stores are compared. It is also
 * appended to a file, to investigate a loss afterwards.
 */
export class Oracle {
  readonly attempts = new Map<string, Attempt>()
  #file: NodeJS.WritableStream

  constructor(file: string) {
    this.#file = createWriteStream(file, { flags: 'a' })
  }

  /** To be called before the request leaves. */
  sent(attempt: Omit<Attempt, 'acknowledged'>): Attempt {
    const stored = { ...attempt, acknowledged: false }
    this.attempts.set(attempt.id, stored)
    this.#file.write(`${Date.now()} sent ${attempt.kind} ${attempt.id} ${attempt.amountMinor}\n`)
    return stored
  }

  acknowledged(attempt: Attempt): void {
    attempt.acknowledged = true
    this.#file.write(`${Date.now()} acknowledged ${attempt.id}\n`)
  }

  count(test: (attempt: Attempt) => boolean): number {
    return [...this.attempts.values()].filter(test).length
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#file.end(resolve))
  }
}
