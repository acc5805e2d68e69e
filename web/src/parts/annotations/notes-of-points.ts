import type { Annotation } from '@tributary/contract/annotations.ts'

/** The notes of each point of a series, by its index; earlier ones are at the first. */
export function notesOfPoints(
  points: readonly { point: string }[],
  notes: readonly Annotation[],
): Map<number, Annotation[]> {
  const byPlace = new Map<number, Annotation[]>()
  for (const note of notes) {
    const place = placeOf(points, note)
    if (place !== undefined) byPlace.set(place, [...(byPlace.get(place) ?? []), note])
  }
  return byPlace
}

function placeOf(points: readonly { point: string }[], note: Annotation): number | undefined {
  const first = points[0]?.point
  const last = points.at(-1)?.point
  if (first === undefined || last === undefined) return undefined
  // Days and months of equal length compare as text; an hour begins with its day.
  const grain = Math.min(first.length, 10)
  const [from, to] = [note.day.slice(0, grain), note.lastDay.slice(0, grain)]
  if (to < first.slice(0, grain) || from > last.slice(0, grain)) return undefined
  if (from < first.slice(0, grain)) return 0
  if (first.length > 10 && note.at.length > 10) {
    const atMs = Date.parse(note.at)
    const hour = points.findLastIndex(({ point }) => Date.parse(point) <= atMs)
    return hour === -1 ? 0 : hour
  }
  const place = points.findIndex(({ point }) => point.slice(0, grain) === from)
  return place === -1 ? undefined : place
}
