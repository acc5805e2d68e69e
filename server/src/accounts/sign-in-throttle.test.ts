import { expect, it } from 'vitest'
import { deriveSecrets } from '../store/control/secrets.ts'
import { testClock } from '../test/clock.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { signInThrottle } from './sign-in-throttle.ts'

const secrets = deriveSecrets('a secret of at least thirty-two characters')

async function isAdmitted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch {
    return false
  }
}

const ana = { email: 'ana@example.com', address: '192.0.2.1' }

describeOnControlStores('the throttle', (stores) => {
  async function aThrottle(clock = testClock()) {
    const store = await stores.open()
    return { store, throttle: signInThrottle({ store, secrets, clock }) }
  }

  it('looks at fewer than 20 of 1,000 guesses within 10 minutes', async () => {
    const clock = testClock()
    const { throttle } = await aThrottle(clock)
    let looked = 0
    for (let guess = 0; guess < 1000; guess++) {
      if (await isAdmitted(() => throttle.begin(ana))) looked += 1
      clock.pass(600)
    }
    expect(looked).toBeGreaterThan(5)
    expect(looked).toBeLessThan(20)
  })

  it('looks at no more of those that come at the same instant, on two nodes', async () => {
    const { store, throttle } = await aThrottle()
    const other = signInThrottle({ store, secrets, clock: testClock() })
    const guesses = Array.from({ length: 100 }, (_, guess) => {
      const attempt = { ...ana, address: `192.0.2.${guess}` }
      return isAdmitted(() => (guess % 2 === 0 ? throttle : other).begin(attempt))
    })
    expect((await Promise.all(guesses)).filter(Boolean)).toHaveLength(5)
  })

  it('says how long to wait, a quarter of an hour at most, and then lets in again', async () => {
    const clock = testClock()
    const { throttle } = await aThrottle(clock)
    let waitSeconds = 0
    for (let guess = 0; guess < 40; guess++) {
      try {
        await throttle.begin(ana)
      } catch (error) {
        waitSeconds = (error as { retryAfterSeconds: number }).retryAfterSeconds
        clock.pass(waitSeconds * 1000)
      }
    }
    expect(waitSeconds).toBe(900)
    expect(await isAdmitted(() => throttle.begin(ana))).toBe(true)
  })

  it('forgives after the right password', async () => {
    const { throttle } = await aThrottle()
    for (let round = 0; round < 10; round++) {
      for (let guess = 0; guess < 4; guess++) {
        await throttle.begin({ ...ana, address: `192.0.2.${round}` })
      }
      await throttle.succeed({ ...ana, address: `192.0.2.${round}` })
    }
  })

  it('limits guesses at other accounts even when the guesser keeps signing in to their own', async () => {
    const { throttle } = await aThrottle()
    const own = { email: 'mallory@example.com', address: ana.address }
    let looked = 0
    for (let guess = 0; guess < 100; guess++) {
      const victim = { ...ana, email: `victim${guess}@example.com` }
      if (await isAdmitted(() => throttle.begin(victim))) looked++
      if (await isAdmitted(() => throttle.begin(own))) await throttle.succeed(own)
    }
    expect(looked).toBeLessThanOrEqual(20)
  })

  it('holds up one account, not the neighbours, and forgets after an hour', async () => {
    const clock = testClock()
    const { store, throttle } = await aThrottle(clock)
    for (let guess = 0; guess < 5; guess++) await throttle.begin(ana)
    expect(await isAdmitted(() => throttle.begin(ana))).toBe(false)
    expect(await isAdmitted(() => throttle.begin({ ...ana, email: 'ben@example.com' }))).toBe(true)
    const stored = await store.db.selectFrom('sign_in_failures').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('example.com')
    clock.pass(60 * 60_000)
    await throttle.begin({ ...ana, email: 'cleo@example.com' })
    expect(await store.db.selectFrom('sign_in_failures').selectAll().execute()).toHaveLength(1)
  })
})
