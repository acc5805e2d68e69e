import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersAfter, type Happening, inAnyOrder, inOrder } from '../../test/any-order.ts'
import { testClock } from '../../test/clock.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: testClock(Date.UTC(2026, 11, 5)) })
})
afterAll(() => server.close())

describe('visits', () => {
  it('of a day without a pause are those of hits in order of time', async () => {
    const view = { visitor: 'ana', kind: 'pageview', sessionId: '', from: '' } as const
    const story: Happening[] = Array.from({ length: 55 }, () => ({ ...view, afterMinutes: 29 }))
    const backwards = { order: [...story.keys()].reverse(), ends: story.map(() => true) }
    const expected = await answersAfter(server, story, inOrder(story))
    expect(await answersAfter(server, story, backwards)).toEqual(expected)
  })

  it('reports of them are the same in whatever order hits come, with restarts between', {
    timeout: 1_800_000,
  }, async () => {
    const between = fc.array(fc.constantFrom('', '', '', 'flush', 'restart'), {
      minLength: 12,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(inAnyOrder, between, async ({ story, ...delivery }, works) => {
        const expected = await answersAfter(server, story, inOrder(story))
        const done = async (request: number) => {
          if (works[request] === 'flush') await server.services.events.flush()
          if (works[request] === 'restart') await server.restart()
        }
        expect(await answersAfter(server, story, { ...delivery, between: done })).toEqual(expected)
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })
})
