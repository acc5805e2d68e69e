/** An instant in milliseconds as ISO 8601 text in UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

export function isoTimeOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : isoTime(ms)
}
