// Apart from the schemas, so that pages need not load the schema library for a number.

/** A logo's limits. The dashboard draws any image into a PNG of this size. */
export const shareLogo = { maxBytes: 100_000, maxWidth: 480, maxHeight: 160 } as const
