/** A file of exchange rates that is not valid. The message may be shown to people. */
export class UnreadableRates extends Error {}
