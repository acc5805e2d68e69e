import type { Server } from 'node:http'

/**
 * A connection with a request takes some 30 kB, so this is half a gigabyte at most. More than that only connect when
 * more is asked than can be answered; the rest is then better left waiting outside.
 */
export const mostConnections = 16_384
/** From this share of them on, idle connections are closed to make room. */
const crowdedShare = 0.75
const clearEveryMs = 1_000

/**
 * Keeps memory bounded however many clients connect. A browser's connection stays open for a minute after its hit,
 * so idle ones are closed first; only when all are active is a further one closed at once, which its client sees as
 * an unavailable server.
 */
export function boundConnections(server: Server, most = mostConnections): void {
  let clearedMs = Number.NEGATIVE_INFINITY
  let count = 0
  // Not by `maxConnections`, which counts connections of one listening socket of several.
  server.on('connection', (socket) => {
    if (count >= most) {
      socket.destroy()
      return
    }
    count++
    socket.once('close', () => count--)
    const nowMs = performance.now()
    if (count < most * crowdedShare || nowMs - clearedMs < clearEveryMs) return
    clearedMs = nowMs
    server.closeIdleConnections()
  })
}
