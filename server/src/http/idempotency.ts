import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { dayMs } from '../time/durations.ts'
import {
  claimRequest,
  forgetRequests,
  giveUpRequest,
  type RequestName,
  saveReply,
} from './idempotency-rows.ts'

interface Stored {
  control: ControlStore
  clock: Clock
}

/** The attempt at the work. */
export interface Attempt {
  /** When the first attempt began: the same for every repeat. */
  startedMs: number
  /**
   * An earlier attempt was interrupted, by a crash or an outage, and may have taken effect: the work must check
   * before it does it again.
   */
  interrupted: boolean
}

const retentionMs = dayMs
/** Longer than any request takes, so that no other request takes over a running one. */
const leaseMs = 60_000
const patienceMs = 15_000

/**
 * Does a request's work once, however often it is sent with the same `Idempotency-Key`, also simultaneously and on
 * several nodes; repeats get the first reply for 24 hours. Without the header it just does the work. The same key
 * with a different input (the validated body) is refused.
 */
export async function replyOnce<Reply extends object>(
  deps: Stored,
  request: FastifyRequest,
  { siteId, operation, input }: { siteId: string; operation: string; input: object },
  work: (attempt: Attempt) => Promise<Reply>,
): Promise<Reply> {
  const key = idempotencyKey(request)
  const { clock, control } = deps
  if (key === undefined) return work({ startedMs: clock.now(), interrupted: false })

  const name = { siteId, operation, key }
  const owner = randomUUID()
  const granted = await claim(deps, name, { owner, fingerprint: fingerprint(input) })
  if (granted.state === 'done') return JSON.parse(granted.reply) as Reply
  try {
    const reply = await work({
      startedMs: granted.startedMs,
      interrupted: granted.state === 'interrupted',
    })
    await saveReply(control.db, name, owner, JSON.stringify(reply))
    return reply
  } catch (error) {
    await giveUpRequest(control.db, name, owner)
    throw error
  }
}

/** Waits for its turn, for a while: two simultaneous requests have one effect and get two answers. */
async function claim(
  { clock, control }: Stored,
  name: RequestName,
  attempt: { owner: string; fingerprint: string },
) {
  const giveUpAt = clock.monotonic() + patienceMs
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 2, 250)) {
    const nowMs = clock.now()
    const answer = await claimRequest(control.db, name, {
      ...attempt,
      nowMs,
      leaseUntilMs: nowMs + leaseMs,
      forgetBeforeMs: nowMs - retentionMs,
    })
    if (answer.state === 'other-body') {
      throw new AppError('conflict', 'This Idempotency-Key was used with another body')
    }
    if (answer.state !== 'busy') return answer
    if (clock.monotonic() > giveUpAt) {
      throw new AppError('conflict', 'A request with this Idempotency-Key is still being handled', {
        retryAfterSeconds: 5,
      })
    }
    await sleep(waitMs)
  }
}

/** Deletes replies older than 24 hours. */
export async function forgetOldReplies(deps: Stored): Promise<void> {
  await forgetRequests(deps.control.db, deps.clock.now() - retentionMs)
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const given = request.headers['idempotency-key']
  if (given === undefined) return undefined
  const key = String(given)
  if (key.trim() === '' || key.length > 255) {
    throw new AppError('invalid', 'Idempotency-Key must be 1 to 255 characters')
  }
  return key
}

/** The same for equal inputs, whatever the order of their fields. */
function fingerprint(input: object): string {
  return createHash('sha256').update(canonical(input)).digest('hex')
}

const deepest = 100

function canonical(value: unknown, depth = 0): string {
  if (depth > deepest) throw new AppError('invalid', `The body is nested deeper than ${deepest}`)
  const inside = (part: unknown) => canonical(part, depth + 1)
  if (Array.isArray(value)) return `[${value.map(inside).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${inside(part)}`).join(',')}}`
}
