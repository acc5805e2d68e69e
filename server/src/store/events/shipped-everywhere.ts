/**
 * The longest time until an accepted hit is in the engine, whichever node accepted it: nodes insert every 1.5
 * seconds, and this leaves time for a busy one.
 */
export const shippedEverywhereMs = 5_000
