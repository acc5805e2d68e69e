import { limits } from '@tributary/contract/query.ts'
import { describe, expect, it } from 'vitest'
import { EngineError, EngineUnavailable } from '../store/events/engine-errors.ts'
import { refuseTooCostly, withinLimits } from './within-limits.ts'

const page = { operator: 'is', dimension: 'page', values: ['/'] } as const
const country = { operator: 'is', dimension: 'country', values: ['SE'] } as const

describe('what a question may cost', () => {
  it('is counted in events, once more for each filter that looks at them again', () => {
    const third = limits.reads / 3
    expect(() => refuseTooCostly(third, [page, page])).not.toThrow()
    expect(() => refuseTooCostly(third, [country, country, country])).not.toThrow()
    expect(() =>
      refuseTooCostly(third, [{ join: 'or', filters: [page, { scope: 'visitor', filter: page }] }]),
    ).toThrow(
      'The question would look at 1,333 million events; 1,000 million is the limit. Ask for a shorter range',
    )
  })

  it.each([159, 241])('is said where the engine gave up with code %i', async (code) => {
    const tooMuch = withinLimits(() => Promise.reject(new EngineUnavailable(code, new Error())))
    await expect(tooMuch).rejects.toMatchObject({
      kind: 'too-costly',
      message: expect.stringMatching(/^The question took too long to answer\. Ask for a shorter/),
    })
  })

  it.each([
    new EngineUnavailable(210, new Error('network')),
    new EngineError(47, 'an unknown column', new Error()),
    new TypeError('a mistake of ours'),
  ])('leaves other failures as they are: %s', async (failure) => {
    await expect(withinLimits(() => Promise.reject(failure))).rejects.toBe(failure)
  })
})
