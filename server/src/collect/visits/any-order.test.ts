import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersAfter, type Happening, inAnyOrder, inOrder } from '../../test/any-order.ts'
import { testClock } from '../../test/clock.ts'
import { inLongForm } from '../../test/long-form.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true, clock: testClock(Date.UTC(2026, 11, 5)) })
})
afterAll(() => server.close())

/** A page view this many minutes after the one before it. */
function view(afterMinutes: number, sessionId = '', from = ''): Happening {
  return { afterMinutes, visitor: 'ana', kind: 'pageview', sessionId, from }
}

describe('visits', () => {
  const stories: [string, Happening[], number[]][] = [
    ['one client id, the middle last', [view(0, 's'), view(20, 's'), view(20, 's')], [0, 2, 1]],
    ['two client ids', [view(0, 'a'), view(50, 'b'), view(10, 'a')], [2, 0, 1]],
    ['no ids, backwards', [view(0), view(5), view(80), view(5), view(5)], [4, 3, 2, 1, 0]],
    [
      'hits without an id between two ids',
      [view(0, 'a'), view(10), view(10, 'b'), view(5)],
      [2, 1, 3, 0],
    ],
    [
      'a checkout reported before its visit',
      [view(0, 's', 'google'), view(10, 't', 'stripe')],
      [1, 0],
    ],
    [
      'a checkout after 90 minutes, reported first',
      [view(0, 's', 'google'), view(90, 't', 'stripe')],
      [1, 0],
    ],
    [
      'a campaign that began the visit before a checkout, reported last',
      [view(0, '', '?utm_source=june'), view(10, '', 'own'), view(600, '', 'stripe')],
      [1, 0, 2],
    ],
    [
      'a client id used again within a day and after two days',
      [view(0, 'a'), view(1380, 'a'), view(1380 * 2, 'a')],
      [2, 0, 1],
    ],
    ['a client id that is split', [view(0, 's'), view(50, 's'), view(50, 's')], [2, 1, 0]],
  ]
  // Each of a visitor of its own, an hour after the one before it: a site's reports take longer than its hits.
  const nameOf = (story: number) => `visitor ${story}`
  const all = stories.flatMap(([, story], at) =>
    story.map((one, index) => ({
      ...{ ...one, visitor: nameOf(at) },
      afterMinutes: index === 0 ? 60 : one.afterMinutes,
    })),
  )
  const order = stories.flatMap(([, , places], at) => {
    const before = stories.slice(0, at).flatMap(([, story]) => story).length
    return places.map((place) => before + place)
  })
  let expected: Record<string, unknown>
  let answers: Record<string, unknown>
  beforeAll(async () => {
    expected = await answersAfter(server, all, inOrder(all))
    answers = await answersAfter(server, all, { order, ends: order.map(() => true) })
  })

  it.each(stories.map(([name], at) => [name, at] as const))(
    'of %s are those of the order of time',
    (_name, at) => {
      expect(expected[nameOf(at)]).toMatchObject({ data: { visitorId: nameOf(at) } })
      expect(answers[nameOf(at)]).toEqual(expected[nameOf(at)])
    },
  )

  it('are counted and credited as when they come in order of time', () => {
    expect(answers).toEqual(expected)
  })

  it('reports of them are the same in whatever order and requests hits come', async () => {
    await fc.assert(
      fc.asyncProperty(inAnyOrder, async ({ story, ...delivery }) => {
        const expected = await answersAfter(server, story, inOrder(story))
        expect(await answersAfter(server, story, delivery)).toEqual(expected)
      }),
      { numRuns: inLongForm(5, 2), endOnFailure: true },
    )
  })
})
