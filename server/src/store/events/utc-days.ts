import { dayMs } from '../../time/durations.ts'

/** The UTC day of a moment, in days since 1970. */
export const dayOf = (ms: number) => Math.floor(ms / dayMs)

/** A day, given in days since 1970, as `2026-11-20`. */
export const dayText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
