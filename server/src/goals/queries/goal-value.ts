/**
 * The largest value of a goal that sums count, either way: `mostGoalValue`. What was stored before there was that
 * bound counts as none when it is beyond it.
 */
const mostCounted = 1_000_000_000_000

export const countedValue = `if(abs(value) <= ${mostCounted}, value, null)`
