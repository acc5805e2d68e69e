export const dayMs = 86_400_000

/** The UTC day of a moment, in days since 1970. */
export const dayOf = (ms: number) => Math.floor(ms / dayMs)
