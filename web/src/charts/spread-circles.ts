export interface Circle {
  at: readonly [x: number, y: number]
  radius: number
}

const mostRounds = 60
/** What nobody sees. */
const tolerance = 0.01

/**
 * Positions of circles so that none hides another: overlapping ones move apart, the smaller further. The others stay.
 */
export function spreadCircles(circles: readonly Circle[]): [x: number, y: number][] {
  const placed = circles.map(({ at: [x, y], radius }) => ({ x, y, radius }))
  for (let round = 0; round < mostRounds; round++) {
    const moved = placed.map((one, index) =>
      placed.slice(index + 1).map((other) => giveWay(one, other)),
    )
    if (!moved.flat().includes(true)) break
  }
  return placed.map(({ x, y }) => [x, y])
}

interface Placed {
  x: number
  y: number
  radius: number
}

/** Moves two circles as far apart as they overlap; false where they do not. */
function giveWay(one: Placed, other: Placed): boolean {
  const [x, y] = [other.x - one.x, other.y - one.y]
  const distance = Math.hypot(x, y)
  const overlap = one.radius + other.radius - distance
  if (overlap <= tolerance) return false
  // Two at the same place part sideways.
  const [alongX, alongY] = distance === 0 ? [1, 0] : [x / distance, y / distance]
  const ofOther = one.radius / (one.radius + other.radius)
  one.x -= alongX * overlap * (1 - ofOther)
  one.y -= alongY * overlap * (1 - ofOther)
  other.x += alongX * overlap * ofOther
  other.y += alongY * overlap * ofOther
  return true
}
