import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { testClock } from '../test/clock.ts'
import {
  defaultQuestionLimits,
  QuestionTurns,
  questionLimits,
  type Reader,
} from './question-turns.ts'

const key = (siteId: string, id = 'key:1'): Reader => ({ siteId, id })
/** A question that costs almost nothing. */
const quick = 1
/** Expected to be slow before anything is known about a site. */
const slow = 1_000_000

/** Questions that the test ends, in the order in which they began. */
function questions(turns: QuestionTurns) {
  const begun: { name: string; end: () => void }[] = []
  const outcomes: Promise<unknown>[] = []
  return {
    begun: () => begun.map(({ name }) => name),
    ask(
      name: string,
      reader: Reader,
      units = quick,
      more: { signal?: AbortSignal; reading?: string } = {},
    ) {
      const work = () =>
        new Promise<string>((resolve) => begun.push({ name, end: () => resolve(name) }))
      const asked = turns.run(reader, units, { work, ...more })
      outcomes.push(asked.catch(() => undefined))
      return asked
    },
    async end(name: string) {
      const index = begun.findIndex((one) => one.name === name)
      begun.splice(index, 1)[0]?.end()
      await new Promise(setImmediate)
    },
    async endAll() {
      while (begun.length > 0) await this.end(begun[0]?.name ?? '')
      await Promise.all(outcomes)
    },
  }
}

const settled = () => new Promise(setImmediate)

it('as many questions are worked on as the memory of the engine holds', async () => {
  const mib = 2 ** 20
  const atWork = async (engineBytes: number) => {
    const asked = questions(new QuestionTurns(systemClock, questionLimits(engineBytes)))
    for (let index = 0; index < 20; index++) asked.ask(`${index}`, key('site', `share:${index}`))
    await settled()
    const { length } = asked.begun()
    await asked.endAll()
    return length
  }
  expect(await atWork(192 * mib)).toBe(1)
  expect(await atWork(300 * mib)).toBe(2)
  expect(await atWork(Number.POSITIVE_INFINITY)).toBe(defaultQuestionLimits.atWork.site)
})

it('the panels of a page are worked on together also where memory is for one question', async () => {
  const small = questionLimits(256 * 2 ** 20)
  const asked = questions(new QuestionTurns(systemClock, small))
  for (const name of ['page 1', 'page 2', 'page 3']) {
    asked.ask(name, key('site'), quick, { reading: '30 days' })
  }
  asked.ask('another page', key('site'), quick, { reading: '7 days' })
  asked.ask('another site', key('other'), quick, { reading: '30 days' })
  await settled()
  expect(asked.begun()).toEqual(['page 1', 'page 2', 'page 3'])
  await asked.endAll()
})

describe('questions', () => {
  it('of a site that asks for little begin before those of a reader who has asked for much', async () => {
    const turns = new QuestionTurns(systemClock, {
      ...defaultQuestionLimits,
      atWork: { all: 2, site: 2, reader: 2 },
    })
    const asked = questions(turns)
    for (let index = 0; index < 20; index++) asked.ask(`noisy ${index}`, key('noisy'), 100)
    await settled()
    asked.ask('quiet', key('quiet'))
    await settled()
    expect(asked.begun()).toEqual(['noisy 0', 'noisy 1'])
    await asked.end('noisy 0')
    expect(asked.begun()).toEqual(['noisy 1', 'quiet'])
    await asked.endAll()
  })

  it('of one reader leave room for others of the same site, and of one site for others', async () => {
    const { atWork } = defaultQuestionLimits
    const asked = questions(new QuestionTurns(systemClock))
    for (let index = 0; index < 20; index++) asked.ask('link', key('busy', 'share:1'))
    await settled()
    expect(asked.begun().length).toBe(atWork.reader)
    for (let index = 0; index < 20; index++) asked.ask('person', key('busy', 'person:1'))
    await settled()
    expect(asked.begun().length).toBe(atWork.site)
    asked.ask('other', key('other'))
    await settled()
    expect(asked.begun()).toContain('other')
    await asked.endAll()
  })

  it('that will be slow are one at a time for a site, and quick ones do not wait for them', async () => {
    const asked = questions(new QuestionTurns(systemClock))
    for (let index = 0; index < 5; index++) asked.ask(`slow ${index}`, key('busy'), slow)
    asked.ask('quick', key('busy', 'person:1'))
    asked.ask('slow elsewhere', key('other'), slow)
    await settled()
    expect(asked.begun()).toEqual(['slow 0', 'quick', 'slow elsewhere'])
    await asked.endAll()
  })

  it('that will be slow begin together where they read the same, as the panels of a page do', async () => {
    const asked = questions(new QuestionTurns(systemClock))
    const large = key('large')
    for (const panel of ['channels', 'pages', 'countries']) {
      asked.ask(panel, large, slow, { reading: '12 months' })
    }
    asked.ask('other filter', large, slow, { reading: '12 months of google' })
    asked.ask('another site', key('small'), slow, { reading: '12 months' })
    await settled()
    expect(asked.begun()).toEqual(['channels', 'pages', 'countries', 'another site'])
    for (const panel of ['channels', 'pages', 'countries']) await asked.end(panel)
    expect(asked.begun()).toEqual(['another site', 'other filter'])
    await asked.endAll()
  })

  it('that read little do not change the estimated cost of a day: a page is not slow after them', async () => {
    const clock = testClock()
    const turns = new QuestionTurns(clock)
    const whoIsThere = questions(turns)
    for (let count = 0; count < 10; count++) {
      whoIsThere.ask('realtime', key('large'), 1)
      await settled()
      clock.pass(800)
      await whoIsThere.endAll()
    }
    const page = questions(turns)
    // Thirty days by one dimension, compared with those before.
    for (let panel = 0; panel < 8; panel++) page.ask(`panel ${panel}`, key('large'), 120)
    await settled()
    expect(page.begun()).toHaveLength(8)
    await page.endAll()
  })

  it('beyond a reader’s limit are refused, and accepted again when some are done', async () => {
    const limits = { ...defaultQuestionLimits, mostUnderWay: 3 }
    const asked = questions(new QuestionTurns(systemClock, limits))
    for (let index = 0; index < 3; index++) asked.ask(`${index}`, key('one'))
    await expect(asked.ask('too many', key('one'))).rejects.toMatchObject({ kind: 'rate-limited' })
    asked.ask('another reader', key('one', 'key:2'))
    await asked.end('0')
    asked.ask('again', key('one'))
    await settled()
    expect(asked.begun()).toEqual(['1', '2', 'another reader', 'again'])
    await asked.endAll()
  })

  it('that were cancelled are not started, and free their place', async () => {
    const limits = { ...defaultQuestionLimits, atWork: { all: 1, site: 1, reader: 1 } }
    const asked = questions(new QuestionTurns(systemClock, limits))
    asked.ask('first', key('one'))
    const control = new AbortController()
    const given = asked.ask('given up', key('one'), quick, { signal: control.signal })
    asked.ask('last', key('one'))
    await settled()
    control.abort(new Error('too late'))
    await expect(given).rejects.toThrow('too late')
    await asked.end('first')
    expect(asked.begun()).toEqual(['last'])
    await asked.endAll()
  })

  it('that were cancelled while they were worked on do not make others like them seem quick', async () => {
    const turns = new QuestionTurns(testClock())
    for (let count = 0; count < 50; count++) {
      const clickedAway = questions(turns)
      const control = new AbortController()
      clickedAway.ask('page', key('large'), slow, { signal: control.signal })
      await settled()
      control.abort()
      await clickedAway.endAll()
    }
    const asked = questions(turns)
    for (const name of ['first', 'second']) asked.ask(name, key('large'), slow)
    await settled()
    expect(asked.begun()).toEqual(['first'])
    await asked.endAll()
  })

  it('that took long because they were worked on together are not slow when they come again', async () => {
    const clock = testClock()
    const turns = new QuestionTurns(clock, { ...defaultQuestionLimits, slowMs: 1_000 })
    const page = async (tookMs: number) => {
      const asked = questions(turns)
      for (let panel = 0; panel < 8; panel++) asked.ask(`panel ${panel}`, key('large'))
      await settled()
      const together = asked.begun().length
      clock.pass(tookMs)
      await asked.endAll()
      return together
    }
    // A quarter of it each, as two cores shared eight questions; ten such pages show what one costs.
    for (let count = 0; count < 10; count++) expect(await page(3_000)).toBe(8)
    for (let count = 0; count < 10; count++) await page(30_000)
    expect(await page(0)).toBe(1)
  })

  it('all get their turn, never more at once than the limits, whatever fails', async () => {
    const asking = fc.record({
      site: fc.constantFrom('a', 'b', 'c'),
      reader: fc.constantFrom('key:1', 'share:1'),
      units: fc.constantFrom(1, 1_000_000),
      fails: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(asking, { maxLength: 60 }), async (all) => {
        const limits = {
          ...defaultQuestionLimits,
          atWork: { all: 4, site: 3, reader: 2 },
          slowAtWork: { all: 2, site: 1, reader: 1 },
        }
        const turns = new QuestionTurns(systemClock, limits)
        const now: string[] = []
        const most = { all: 0, site: 0 }
        const outcomes = all.map(({ site, reader, units, fails }) => {
          const work = async () => {
            now.push(site)
            most.all = Math.max(most.all, now.length)
            most.site = Math.max(most.site, now.filter((one) => one === site).length)
            await settled()
            now.splice(now.indexOf(site), 1)
            if (fails) throw new Error('failed')
            return 'done'
          }
          return turns.run({ siteId: site, id: reader }, units, { work })
        })
        const ends = await Promise.allSettled(outcomes)
        expect(ends.map(({ status }) => status)).toEqual(
          all.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
        )
        expect(most.all).toBeLessThanOrEqual(4)
        expect(most.site).toBeLessThanOrEqual(3)
      }),
    )
  })
})
