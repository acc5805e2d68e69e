const clocks = new Map<string, Intl.DateTimeFormat>()
const walls = new Map<string, string>()

/** `2026-11-20 09:30:00` as the clocks of a zone show it. Cached, because it is called very often. */
export function wallClock(ms: number, zone: string): string {
  const id = `${zone} ${ms}`
  let wall = walls.get(id)
  if (wall === undefined) {
    const clock =
      clocks.get(zone) ??
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(zone, clock)
    wall = clock.format(ms)
    walls.set(id, wall)
  }
  return wall
}

const offsets = new Map<string, Intl.DateTimeFormat>()

function offsetNames(zone: string): Intl.DateTimeFormat {
  const format =
    offsets.get(zone) ??
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  offsets.set(zone, format)
  return format
}

const steps = new Map<string, string>()

/** The step of time of an instant; undefined if the dimension is no time. */
export function timeOf(dimension: string, ms: number, zone: string): string | undefined {
  if (!['hour', 'day', 'week', 'month'].includes(dimension)) return undefined
  const id = `${dimension} ${zone} ${ms}`
  const step = steps.get(id) ?? stepOf(dimension, ms, zone)
  steps.set(id, step)
  return step
}

function stepOf(dimension: string, ms: number, zone: string): string {
  const wall = wallClock(ms, zone)
  if (dimension === 'day') return wall.slice(0, 10)
  if (dimension === 'month') return wall.slice(0, 7)
  if (dimension === 'hour') {
    const name = offsetNames(zone)
      .formatToParts(ms)
      .find(({ type }) => type === 'timeZoneName')?.value
    return `${wall.slice(0, 10)}T${wall.slice(11, 13)}:00:00${name?.slice(3) || '+00:00'}`
  }
  const day = new Date(`${wall.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
