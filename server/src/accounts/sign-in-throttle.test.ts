import { describe, expect, it } from 'vitest'
import { testClock } from '../test/clock.ts'
import { signInThrottle } from './sign-in-throttle.ts'

function isLetIn(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

const ana = { email: 'ana@example.com', address: '192.0.2.1' }

describe('the throttle', () => {
  it('looks at fewer than 20 of 1,000 guesses within 10 minutes', () => {
    const clock = testClock()
    const throttle = signInThrottle(clock)
    let looked = 0
    for (let guess = 0; guess < 1000; guess++) {
      if (isLetIn(() => throttle.begin(ana))) looked += 1
      clock.pass(600)
    }
    expect(looked).toBeGreaterThan(5)
    expect(looked).toBeLessThan(20)
  })

  it('looks at no more of those that come at the same instant', () => {
    const throttle = signInThrottle(testClock())
    const guesses = Array.from({ length: 1000 }, () => isLetIn(() => throttle.begin(ana)))
    expect(guesses.filter(Boolean)).toHaveLength(5)
  })

  it('says how long to wait, a quarter of an hour at most, and then lets in again', () => {
    const clock = testClock()
    const throttle = signInThrottle(clock)
    let waitSeconds = 0
    for (let guess = 0; guess < 40; guess++) {
      try {
        throttle.begin(ana)
      } catch (error) {
        waitSeconds = (error as { retryAfterSeconds: number }).retryAfterSeconds
        clock.pass(waitSeconds * 1000)
      }
    }
    expect(waitSeconds).toBe(900)
    expect(isLetIn(() => throttle.begin(ana))).toBe(true)
  })

  it('forgives after the right password', () => {
    const throttle = signInThrottle(testClock())
    for (let round = 0; round < 10; round++) {
      for (let guess = 0; guess < 4; guess++) {
        throttle.begin({ ...ana, address: `192.0.2.${round}` })
      }
      throttle.succeed({ ...ana, address: `192.0.2.${round}` })
    }
  })

  it('does not let an own account pay for guessing the passwords of others', () => {
    const throttle = signInThrottle(testClock())
    const own = { email: 'mallory@example.com', address: ana.address }
    let looked = 0
    for (let guess = 0; guess < 100; guess++) {
      if (isLetIn(() => throttle.begin({ ...ana, email: `victim${guess}@example.com` }))) looked++
      if (isLetIn(() => throttle.begin(own))) throttle.succeed(own)
    }
    expect(looked).toBeLessThanOrEqual(20)
  })

  it('holds up one account, not the neighbours', () => {
    const throttle = signInThrottle(testClock())
    for (let guess = 0; guess < 5; guess++) throttle.begin(ana)
    expect(isLetIn(() => throttle.begin(ana))).toBe(false)
    expect(isLetIn(() => throttle.begin({ ...ana, email: 'ben@example.com' }))).toBe(true)
  })
})
