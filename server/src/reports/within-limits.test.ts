import { describe, expect, it } from 'vitest'
import { EngineError, EngineUnavailable } from '../store/events/engine-errors.ts'
import { withinLimits } from './within-limits.ts'

const range = (first: string, last: string) => ({ first, last, fromMs: 0, toMs: 0 })
const week = range('2026-11-16', '2026-11-22')
const by = (...names: string[]) => names.map((name) => ({ name, spelt: name }))
const filters = (...visits: object[]) => ({ visits, hits: [], payments: [] })
const page = { operator: 'is', dimension: 'page', values: ['/'] }
const goal = { ...page, dimension: 'goal' }

describe('a question that the engine gave up on', () => {
  it.each([
    [159, 'The question took too long to answer.'],
    [241, 'The question needs more memory than the engine may use.'],
  ])('is refused with the reason of code %i', async (code, reason) => {
    const tooMuch = withinLimits(() => Promise.reject(new EngineUnavailable(code, new Error())))
    await expect(tooMuch).rejects.toMatchObject({
      kind: 'too-costly',
      message: `${reason} Ask for a shorter range or leave filters out.`,
    })
  })

  it.each([
    [
      { range: range('2026-01-01', '2026-12-31'), dimensions: by('page'), filters: filters(goal) },
      'Ask for a range shorter than its 365 days.',
    ],
    [
      {
        range: week,
        dimensions: by('page', 'day'),
        filters: filters(page, { join: 'or', filters: [page, { scope: 'visitor', filter: page }] }),
      },
      'Leave out the filter by visitor, or ask for a shorter range.',
    ],
    [
      { range: week, dimensions: by('source'), filters: filters({ scope: 'not', filter: goal }) },
      'Leave out the filter by goal, or ask for a shorter range.',
    ],
    [
      { range: week, dimensions: by('city', 'hour'), filters: filters(page) },
      'Ask for fewer dimensions than city, hour, or for a shorter range.',
    ],
    [
      { range: week, dimensions: [], filters: filters() },
      'Ask for a range shorter than its 7 days.',
    ],
  ])('is refused with the part to narrow: %#', async (question, advice) => {
    const run = () => Promise.reject(new EngineUnavailable(241, new Error()))
    const expected = { kind: 'too-costly', message: expect.stringContaining(advice) }
    await expect(withinLimits(run, question)).rejects.toMatchObject(expected)
  })

  it.each([
    new EngineUnavailable(210, new Error('network')),
    new EngineError(47, 'an unknown column', new Error()),
    new TypeError('a mistake of ours'),
  ])('leaves other failures as they are: %s', async (failure) => {
    await expect(withinLimits(() => Promise.reject(failure))).rejects.toBe(failure)
  })
})
