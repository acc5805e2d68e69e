// Apart from the schemas, so that pages need not load the schema library for a number.

/** More goals than a site can have settings for would be no list any more. */
export const mostGoalSettings = 200

/** As many rows of marks as the main chart has room for. */
export const goalsOnChart = 3
