import { expect, it } from 'vitest'
import { eachInTurn } from './each-in-turn.ts'

const options = { nameOf: (site: string) => `site ${site}`, shouldStop: () => false }

it('what fails for one site is done for all others, and named', async () => {
  const done: string[] = []
  const run = eachInTurn(['a', 'b', 'c', 'd'], options, async (site) => {
    if (site === 'a' || site === 'c') throw new Error('too large')
    done.push(site)
  })
  const error: unknown = await run.catch((reason: unknown) => reason)
  expect(done).toEqual(['b', 'd'])
  expect(error).toMatchObject({
    message: 'failed for 2',
    errors: [
      { message: 'site a', cause: { message: 'too large' } },
      { message: 'site c', cause: { message: 'too large' } },
    ],
  })
})

it('nothing more is begun once it should stop', async () => {
  const done: string[] = []
  const stopping = { ...options, shouldStop: () => done.length === 2 }
  await eachInTurn(['a', 'b', 'c'], stopping, async (site) => done.push(site))
  expect(done).toEqual(['a', 'b'])
})
