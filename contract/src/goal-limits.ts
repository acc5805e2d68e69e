// Apart from the schemas, so that pages need not load the schema library for a number.

/** More goals than a site can have settings for would be no list any more. */
export const mostGoalSettings = 200

/**
 * The largest value of a goal, either way. Anybody can send a goal: larger ones would drown all others of its
 * name in sums, which stay exact to the cent below it.
 */
export const mostGoalValue = 1_000_000_000_000

/** As many rows of marks as the main chart has room for. */
export const goalsOnChart = 3

/** More rules than anybody maintains; each is held against every hit. */
export const mostGoalRules = 50

/** What a goal that is defined here looks at: the first three are found in stored hits, the others by the page's script. */
export const goalRuleKinds = ['page', 'link', 'download', 'form', 'selector'] as const
