import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Circle, spreadCircles } from '../src/charts/spread-circles.ts'

const circle = fc.record<Circle>({
  at: fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })),
  radius: fc.integer({ min: 8, max: 20 }),
})

function overlapOf(circles: readonly Circle[]): number {
  const pairs = circles.flatMap((one, index) =>
    circles.slice(index + 1).map((other) => {
      const [x, y] = [one.at[0] - other.at[0], one.at[1] - other.at[1]]
      return one.radius + other.radius - Math.hypot(x, y)
    }),
  )
  return Math.max(0, ...pairs)
}

test('circles that lie close together hide no part of each other that matters', () => {
  fc.assert(
    fc.property(fc.array(circle, { maxLength: 6 }), (circles) => {
      const places = spreadCircles(circles)
      const spread = circles.map(({ radius }, index) => ({ at: places[index] ?? [0, 0], radius }))
      expect(overlapOf(spread as Circle[])).toBeLessThan(1)
    }),
  )
})

test('circles that overlap nothing stay where they are', () => {
  const circles: Circle[] = [
    { at: [100, 100], radius: 20 },
    { at: [140, 100], radius: 20 },
    { at: [500, 300], radius: 40 },
  ]
  expect(spreadCircles(circles)).toEqual(circles.map(({ at }) => at))
})

test('the smaller of two gives way further', () => {
  const [large, small] = spreadCircles([
    { at: [100, 100], radius: 30 },
    { at: [100, 100], radius: 10 },
  ])
  expect(large).toEqual([90, 100])
  expect(small).toEqual([130, 100])
})
