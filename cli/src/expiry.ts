import { AppError } from '@tributary/server/errors.ts'

const unitMs: Record<string, number> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
}

/** When `90d`, `12h`, `2w`, `1y` or a date is, in milliseconds since 1970. A date ends at its midnight UTC. */
export function readExpiry(text: string, nowMs: number): number {
  const [, count, unit = ''] = /^(\d{1,5})([hdwy])$/.exec(text) ?? []
  if (count !== undefined) return nowMs + Number(count) * (unitMs[unit] ?? 0)
  const isDate = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text)
  const ms = isDate ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) {
    throw new AppError('invalid', 'expires must be a time from now such as 90d, or a date')
  }
  return ms
}
