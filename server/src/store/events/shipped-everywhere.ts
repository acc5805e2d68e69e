/**
 * How long after it was accepted a hit is in the engine, whichever node accepted it: nodes insert every 1.5 seconds, and a busy one
 * has some time left.
 */
export const shippedEverywhereMs = 5_000
