export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
/** Of UTC; in a time zone, a day on which the clocks change is longer or shorter. */
export const dayMs = 24 * hourMs
