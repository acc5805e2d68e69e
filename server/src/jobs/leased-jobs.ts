import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { behindDatabaseMs } from '../store/control/behind-database.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Database } from '../store/control/tables.ts'
import { commitTogether } from './commit-together.ts'
import { giveBackLease, renewLease, takeLease } from './lease-rows.ts'

/** Periodic work that one node does for all of them. Doing it twice must be harmless. */
export interface Job {
  name: string
  /** From the end of one run, on any node, to the next. */
  everyMs: number
  /** Polled between pieces of the work: true if the server stops, or the lease was lost. */
  run(shouldStop: () => boolean): Promise<unknown>
}

export interface JobServices {
  control: ControlStore
  clock: Clock
  logger: Pick<Logger, 'error'>
  /** How leases are written: each at once, unless others share its commit. */
  write?<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>
}

const firstAfterMs = 5_000
/** How soon a dead node's job is taken over. */
const leaseMs = 60_000
const retryMs = 60_000

/**
 * Runs jobs from now on: each when it is due, by one node at a time. A failure is logged and retried, possibly by
 * another node. Returns how to stop, which waits for the work to notice.
 */
export function keepRunning(services: JobServices, jobs: readonly Job[]): () => Promise<void> {
  const owner = randomUUID()
  // All are due at once after a start, and end at once at a stop: on a slow disk everybody would wait for the
  // commits of all of them.
  const write = commitTogether(services.control)
  let stopped = false
  const running = new Set<Promise<unknown>>()
  const timers = new Map<Job, NodeJS.Timeout>()
  const schedule = (job: Job, delayMs: number) => {
    if (!stopped) timers.set(job, setTimeout(() => start(job), delayMs).unref())
  }
  const start = (job: Job) => {
    const run = runIfDue({ ...services, write }, owner, job, () => stopped)
      .catch((err: unknown) =>
        services.logger.error({ err, job: job.name }, 'a job failed; trying again'),
      )
      .then(() => {
        running.delete(run)
        schedule(job, Math.min(job.everyMs, retryMs))
      })
    running.add(run)
  }
  for (const job of jobs) schedule(job, firstAfterMs)
  return async () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(running)
  }
}

/** Runs a job if it is due and no other node is running it. Returns whether it was run. */
export async function runIfDue(
  { control, clock, write = (work) => work(control.db) }: JobServices,
  owner: string,
  job: Job,
  isStopping: () => boolean = () => false,
): Promise<boolean> {
  const { name, everyMs } = job
  const behindMs = await behindDatabaseMs(control)
  const now = () => clock.now() + behindMs
  const nowMs = now()
  const claim = { name, owner, nowMs, untilMs: nowMs + leaseMs, everyMs }
  const isOurs = await write(async (db) => !isStopping() && (await takeLease(db, claim)))
  if (!isOurs) return false
  let isLost = false
  const renewal = setInterval(() => {
    renewLease(control.db, { name, owner, untilMs: now() + leaseMs }).then(
      (renewed) => {
        isLost = !renewed
      },
      // The store is down: by the time the lease ends, another node may be running it.
      () => {
        isLost = true
      },
    )
  }, leaseMs / 3).unref()
  let doneMs: number | undefined
  try {
    await job.run(() => isLost || isStopping())
    if (!isLost && !isStopping()) doneMs = now()
    return doneMs !== undefined
  } finally {
    clearInterval(renewal)
    await write((db) => giveBackLease(db, { name, owner }, doneMs))
  }
}
