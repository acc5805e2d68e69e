import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type SlowJourney,
  slowConversionChance,
  slowShapley,
} from '../test/slow-reports/slow-models.ts'
import { touchWeights } from './models.ts'
import {
  addJourney,
  conversion,
  conversionChance,
  noConversion,
  removalEffects,
  type Transitions,
} from './removal-effects.ts'

function transitionsOf(journeys: readonly SlowJourney[]): Transitions {
  const transitions: Transitions = new Map()
  for (const { path, converted, lost } of journeys) {
    if (converted > 0) addJourney(transitions, path, { end: conversion, count: converted })
    if (lost > 0) addJourney(transitions, path, { end: noConversion, count: lost })
  }
  return transitions
}

const journeys = (text: string): SlowJourney[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [path = '', converted, lost] = line.trim().split(/ +/)
      return {
        path: path.split('>'),
        converted: Number(converted),
        lost: Number(lost),
      }
    })

describe('removal effects', () => {
  it('are what is lost without a channel, computed by hand', () => {
    // From A half continue to B and half convert; from B one of four converts.
    const effects = removalEffects(transitionsOf(journeys('A 2 0 \n A>B 1 1 \n B 0 2')))
    const chance = (4 / 6) * (1 / 2 + (1 / 2) * (1 / 4)) + (2 / 6) * (1 / 4)
    expect(effects.get('A')).toBeCloseTo(1 - ((2 / 6) * (1 / 4)) / chance, 12)
    expect(effects.get('B')).toBeCloseTo(1 - ((4 / 6) * (1 / 2)) / chance, 12)
  })

  it('are 1 for the only channel, and 0 without conversions', () => {
    expect(removalEffects(transitionsOf(journeys('A 3 1'))).get('A')).toBeCloseTo(1, 12)
    expect(removalEffects(transitionsOf(journeys('A 0 4'))).get('A')).toBe(0)
  })

  it('count a channel that follows itself once', () => {
    const once = removalEffects(transitionsOf(journeys('A>B 1 1 \n B 1 0')))
    expect(removalEffects(transitionsOf(journeys('A>A>B>B 1 1 \n B>B 1 0')))).toEqual(once)
  })

  it('equal what a step-by-step random walk gives, whatever the journeys', () => {
    fc.assert(
      fc.property(anyJourneys, (some) => {
        const transitions = transitionsOf(some)
        const channels = [...new Set(some.flatMap(({ path }) => path))]
        const chance = conversionChance(transitions, channels)
        expect(chance).toBeCloseTo(slowConversionChance(some), 9)
        const effects = removalEffects(transitions)
        for (const channel of channels) {
          const without = slowConversionChance(some, channel)
          expect(effects.get(channel)).toBeCloseTo(chance === 0 ? 0 : 1 - without / chance, 8)
        }
      }),
    )
  })
})

const anyJourneys = fc.array(
  fc.record({
    path: fc.array(fc.constantFrom(...'ABCD'), { minLength: 1, maxLength: 5 }),
    converted: fc.nat(5),
    lost: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 8 },
)

describe('shapley', () => {
  it('gives each channel its value by the definition, whatever the journeys', () => {
    fc.assert(
      fc.property(anyJourneys, (some) => {
        for (const channel of new Set(some.flatMap(({ path }) => path))) {
          expect(shapley(some, channel)).toBeCloseTo(slowShapley(some, channel), 9)
        }
      }),
    )
  })
})

/** What a channel gets of all conversions when each path is split by Shapley. */
function shapley(of: readonly SlowJourney[], name: string): number {
  return of.reduce((total, { path, converted }) => {
    const touches = path.map((channel, atMs) => ({ channel, atMs, isDirect: false }))
    const weights = touchWeights('shapley', touches, {})
    const sum = (some: readonly number[]) => some.reduce((all, weight) => all + weight, 0)
    const own = sum(weights.filter((_, index) => path[index] === name))
    return total + (converted * own) / sum(weights)
  }, 0)
}
