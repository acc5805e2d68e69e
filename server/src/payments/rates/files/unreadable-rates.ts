/** A file of exchange rates that is not what it should be. The message may be shown to people. */
export class UnreadableRates extends Error {}
