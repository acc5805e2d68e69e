import { describe, expect, it } from 'vitest'
import { testClock } from '../test/clock.ts'
import { freshCache } from './fresh-cache.ts'

/** A source whose answers the test provides one by one, and which counts the reads. */
function aSource() {
  const asked: PromiseWithResolvers<string | undefined>[] = []
  return {
    asked,
    load: () => {
      const question = Promise.withResolvers<string | undefined>()
      asked.push(question)
      return question.promise
    },
  }
}

function aCache(graceMs?: number) {
  const clock = testClock()
  const source = aSource()
  const cache = freshCache<string>({
    load: source.load,
    clock,
    maxEntries: 2,
    ...(graceMs !== undefined && { graceMs }),
  })
  return { clock, asked: source.asked, cache }
}

describe('the cache', () => {
  it('asks once for many who ask at once, and not again for a while', async () => {
    const { cache, asked, clock } = aCache()
    const answers = Promise.all([cache.find('a'), cache.find('a'), cache.find('a')])
    asked[0]?.resolve('one')
    expect(await answers).toEqual(['one', 'one', 'one'])
    clock.pass(499)
    expect(await cache.find('a')).toBe('one')
    expect(asked).toHaveLength(1)
  })

  it('remembers that a value is missing', async () => {
    const { cache, asked } = aCache()
    const first = cache.find('a')
    asked[0]?.resolve(undefined)
    expect(await first).toBeUndefined()
    expect(await cache.find('a')).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  it('renews a value in use in the background, once', async () => {
    const { cache, asked, clock } = aCache()
    const first = cache.find('a')
    asked[0]?.resolve('one')
    await first
    clock.pass(600)
    expect(await Promise.all([cache.find('a'), cache.find('a')])).toEqual(['one', 'one'])
    expect(asked).toHaveLength(2)
    asked[1]?.resolve('two')
    await asked[1]?.promise
    expect(await cache.find('a')).toBe('two')
  })

  it('never gives a value whose reading began more than a second ago', async () => {
    const { cache, asked, clock } = aCache()
    const first = cache.find('a')
    asked[0]?.resolve('one')
    await first
    clock.pass(1000)
    const second = cache.find('a')
    asked[1]?.resolve('two')
    expect(await second).toBe('two')
  })

  it('never gives a value whose reading took longer than that, on a slow store', async () => {
    const { cache, asked, clock } = aCache()
    const first = cache.find('a')
    asked[0]?.resolve('one')
    await first
    clock.pass(600)
    // Refreshed in the background, and read at once; the refresh takes long.
    await cache.find('a')
    clock.pass(1001)
    const [late, later] = [cache.find('a'), cache.find('a')]
    asked[1]?.resolve('read before the change')
    await expect.poll(() => asked.length).toBe(3)
    asked[2]?.resolve('read after it')
    expect(await Promise.all([late, later])).toEqual(['read after it', 'read after it'])
    expect(asked).toHaveLength(3)
  })

  it('tells a failure to those who wait and asks again the next time', async () => {
    const { cache, asked } = aCache()
    const first = cache.find('a')
    asked[0]?.reject(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    const second = cache.find('a')
    asked[1]?.resolve('back')
    expect(await second).toBe('back')
  })

  it('returns a stale value while the store fails, up to the configured age', async () => {
    const { cache, asked, clock } = aCache(10_000)
    const first = cache.find('a')
    asked[0]?.resolve('one')
    await first
    clock.pass(5000)
    const second = cache.find('a')
    asked[1]?.reject(new Error('gone'))
    expect(await second).toBe('one')
    clock.pass(5000)
    const third = cache.find('a')
    asked[2]?.reject(new Error('still gone'))
    await expect(third).rejects.toThrow('still gone')
  })

  it('does not wait for a store that hangs', async () => {
    const { cache, asked, clock } = aCache(60_000)
    const first = cache.find('a')
    asked[0]?.resolve('one')
    await first
    clock.pass(1500)
    void cache.find('a')
    clock.pass(2001)
    expect(await cache.find('a')).toBe('one')
    expect(asked).toHaveLength(2)
  })

  it('stores no more entries than configured', async () => {
    const { cache, asked } = aCache()
    for (const [index, key] of ['a', 'b', 'c'].entries()) {
      const found = cache.find(key)
      asked[index]?.resolve(key)
      await found
    }
    void cache.find('a')
    expect(asked).toHaveLength(4)
  })
})
