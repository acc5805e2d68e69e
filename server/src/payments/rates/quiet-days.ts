/**
 * A currency that has had no rate for longer than this, while others had, is no longer quoted, like the rouble since
 * March 2022. Its last rate says nothing about today's money. An offline installation is different: no currency has
 * newer rates, and the last ones count.
 */
export const maxQuietDays = 31
