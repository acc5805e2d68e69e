/**
 * A currency that has not been quoted for longer, while others were, is no longer quoted: the rouble since
 * March 2022. Its last rate says nothing of today's money. An installation that was offline is another
 * matter: then no currency has newer rates, and the last ones count.
 */
export const maxQuietDays = 31
