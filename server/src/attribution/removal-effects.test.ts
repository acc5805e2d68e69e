import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shares } from './models.ts'
import {
  addJourney,
  conversion,
  conversionChance,
  noConversion,
  removalEffects,
  type Transitions,
} from './removal-effects.ts'

interface Journeys {
  path: string[]
  conversions: number
  non_conversions: number
}

function transitionsOf(journeys: readonly Journeys[]): Transitions {
  const transitions: Transitions = new Map()
  for (const { path, conversions, non_conversions } of journeys) {
    if (conversions > 0) addJourney(transitions, path, { end: conversion, count: conversions })
    if (non_conversions > 0) {
      addJourney(transitions, path, { end: noConversion, count: non_conversions })
    }
  }
  return transitions
}

const journeys = (text: string): Journeys[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [path = '', conversions, lost] = line.trim().split(/ +/)
      return {
        path: path.split('>'),
        conversions: Number(conversions),
        non_conversions: Number(lost),
      }
    })

describe('removal effects', () => {
  it('are what is lost without a channel, worked out by hand', () => {
    // From A half go on to B and half convert; from B one of four converts.
    const effects = removalEffects(transitionsOf(journeys('A 2 0 \n A>B 1 1 \n B 0 2')))
    const chance = (4 / 6) * (1 / 2 + (1 / 2) * (1 / 4)) + (2 / 6) * (1 / 4)
    expect(effects.get('A')).toBeCloseTo(1 - ((2 / 6) * (1 / 4)) / chance, 12)
    expect(effects.get('B')).toBeCloseTo(1 - ((4 / 6) * (1 / 2)) / chance, 12)
  })

  it('are all of it for the only channel, and nothing where nobody converts', () => {
    expect(removalEffects(transitionsOf(journeys('A 3 1'))).get('A')).toBeCloseTo(1, 12)
    expect(removalEffects(transitionsOf(journeys('A 0 4'))).get('A')).toBe(0)
  })

  it('take a channel that follows itself as one', () => {
    const once = removalEffects(transitionsOf(journeys('A>B 1 1 \n B 1 0')))
    expect(removalEffects(transitionsOf(journeys('A>A>B>B 1 1 \n B>B 1 0')))).toEqual(once)
  })

  it('agree with the published vectors, where they are at hand', () => {
    const file = new URL('../../../../shared/reference/attribution-vectors.json', import.meta.url)
    if (!existsSync(file)) return
    const { path_data, markov_order1, shapley_simplified } = JSON.parse(readFileSync(file, 'utf8'))
    const transitions = transitionsOf(path_data)
    const channels = ['A', 'B', 'C']
    expect(conversionChance(transitions, channels)).toBeCloseTo(2 / 5, 12)
    const effects = removalEffects(transitions)
    const sum = channels.reduce((total, name) => total + (effects.get(name) ?? 0), 0)
    for (const name of channels) {
      const without = conversionChance(transitions, channels, name)
      expect(without).toBeCloseTo(fraction(markov_order1.p_without[name]), 12)
      expect(effects.get(name)).toBeCloseTo(fraction(markov_order1.removal_effect[name]), 12)
      const credit = (8 * (effects.get(name) ?? 0)) / sum
      expect(credit).toBeCloseTo(markov_order1.credit_of_8[name], 8)
      expect(shapley(path_data, name)).toBeCloseTo(fraction(shapley_simplified[name]), 12)
    }
  })
})

function fraction(text: string): number {
  const [part, whole] = text.split('/').map(Number)
  return (part ?? 0) / (whole ?? 1)
}

/** What a channel gets of all conversions when each path is split by Shapley. */
function shapley(of: readonly Journeys[], name: string): number {
  return of.reduce((total, { path, conversions }) => {
    const touches = path.map((channel, atMs) => ({ channel, atMs, isDirect: false }))
    const parts = shares('shapley', touches, { atMs: path.length })
    const own = parts.filter((_, index) => path[index] === name)
    return total + conversions * own.reduce((sum, part) => sum + part, 0)
  }, 0)
}
