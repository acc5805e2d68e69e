/**
 * The largest value of a goal that sums count, in both directions: `mostGoalValue`. Larger values, stored before
 * that limit existed, count as none.
 */
const mostCounted = 1_000_000_000_000

export const countedValue = `if(abs(value) <= ${mostCounted}, value, null)`
