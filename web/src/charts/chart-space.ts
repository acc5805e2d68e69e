/** Pixels that the main chart leaves for its axis at the left, and at the right. */
export const leftSpace = 52
export const rightSpace = 10

/** Pixels that it leaves for the times below. */
export const axisSpace = 26

/** Pixels that a row of marks takes above the line. */
export const goalRowHeight = 15
