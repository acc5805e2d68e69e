/**
 * Which point of a chart a key leads to: `none` lets go of it, undefined is no key of a chart. Reading
 * begins at the end, where the newest point is.
 */
export function movedIndex(
  key: string,
  index: number | undefined,
  last: number,
): number | 'none' | undefined {
  if (key === 'Escape') return 'none'
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max((index ?? last + 1) - 1, 0)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min((index ?? -1) + 1, last)
  return undefined
}
