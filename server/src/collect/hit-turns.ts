import { FairQueue } from '../concurrency/fair-queue.ts'
import { AppError } from '../errors.ts'

/**
 * Hits in progress at a time. Enough to share each sync of the disk among many; more at a time would only make each
 * hit slower, as every step then waits for a step of all the others.
 */
const mostAtWork = 512
/** The limit while each hit waits for a slow disk: waiting ones only cost memory. */
const mostOnSlowDisk = 4_096
const mostWaiting = 8_192

/** The turns that sites take when more hits arrive than can be processed. */
export function hitTurns(events: { isDiskSlow(): boolean }): FairQueue {
  return new FairQueue({
    hasRoom: (running) => running < mostAtWork || (running < mostOnSlowDisk && events.isDiskSlow()),
    mostWaiting,
    refuse: () =>
      new AppError('unavailable', 'The server has more to do than it can just now', {
        retryAfterSeconds: 2,
      }),
  })
}
