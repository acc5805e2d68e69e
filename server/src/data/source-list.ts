/** The kind of a known source; channels are derived from it. */
export type SourceKind = 'search' | 'social' | 'video' | 'shopping' | 'email' | 'ai'

/**
 * A list of known sources. Each entry names a source as reports show it and, space-separated, what identifies it:
 * - `.example.com`: this domain and every host below it
 * - `*.example.com`: only hosts below it
 * - `go.example.com`: exactly this host (or Android package); `www.` and `m.` never matter
 * - `example`: a usual value of `utm_source`
 */
export interface SourceList {
  /** The day the list was last changed. */
  readonly version: string
  readonly kind: SourceKind
  readonly sources: Readonly<Record<string, string>>
}
