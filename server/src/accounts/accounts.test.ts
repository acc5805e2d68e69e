import { describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../http/limits/rate-limit.ts'
import { createSetupLink, needsSetUp, setUp } from '../setup/setup-link.ts'
import { createSite } from '../sites/manage-sites.ts'
import { getSiteAs, listSitesFor } from '../sites/site-access.ts'
import { deriveSecrets } from '../store/control/secrets.ts'
import { testClock } from '../test/clock.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { dayMs } from '../time/durations.ts'
import { createAccount } from './create-account.ts'
import { requireOwner } from './installation-role.ts'
import { hashPassword, isPassword } from './password.ts'
import { checkCredentials } from './sign-in.ts'
import { signInSessions } from './sign-in-sessions.ts'
import { signInThrottle } from './sign-in-throttle.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)
const password = 'correct horse battery'
const owner = { email: 'Ana@Example.com', password }

describeOnControlStores('accounts', (stores) => {
  async function anAccount(email = 'ana@example.com') {
    const store = await stores.open()
    const passwordHash = await hashPassword(password)
    return { store, account: await createAccount(store.db, nowMs, { email, passwordHash }) }
  }

  async function aLink() {
    const store = await stores.open()
    const link = await createSetupLink(store, nowMs, 'https://stats.example')
    const token = new URL(link ?? '').hash.slice('#token='.length)
    return { store, link, token }
  }

  it('begin with a link that works once', async () => {
    const { store, link, token } = await aLink()
    expect(link).toMatch(/^https:\/\/stats\.example\/setup#token=[\w-]{43}$/)
    expect(await needsSetUp(store)).toBe(true)
    const site = { domains: ['shop.example'] }
    const made = await setUp(store, nowMs, { token, ...owner, site })
    expect(made.account).toEqual({
      id: expect.stringMatching(/^acc_/),
      email: 'ana@example.com',
      installationRole: 'owner',
    })
    expect(made.site?.domains).toEqual(['shop.example'])
    expect(await needsSetUp(store)).toBe(false)
    await expect(setUp(store, nowMs, { token, ...owner })).rejects.toThrow('was used or is too old')
    expect(await createSetupLink(store, nowMs, 'https://stats.example')).toBeUndefined()
  })

  it('are made once when two people use the link at the same instant', async () => {
    const { store, token } = await aLink()
    const results = await Promise.allSettled([
      setUp(store, nowMs, { token, ...owner }),
      setUp(store, nowMs, { token, ...owner, email: 'ben@example.com' }),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await store.db.selectFrom('accounts').selectAll().execute()).toHaveLength(1)
  })

  it('are not made with a link that is wrong or a day old', async () => {
    const { store, token } = await aLink()
    const wrong = { token: `${token}x`, ...owner }
    await expect(setUp(store, nowMs, wrong)).rejects.toThrow('was used or is too old')
    const late = setUp(store, nowMs + dayMs, { token, ...owner })
    await expect(late).rejects.toThrow('was used or is too old')
    expect(await needsSetUp(store)).toBe(true)
  })

  it('leave the link usable when something else was wrong', async () => {
    const { store, token } = await aLink()
    const bad = { domains: ['a b'] }
    await expect(setUp(store, nowMs, { token, ...owner, site: bad })).rejects.toThrow('domain')
    await expect(setUp(store, nowMs, { token, ...owner, email: 'ana' })).rejects.toThrow('email')
    const short = setUp(store, nowMs, { token, ...owner, password: 'short' })
    await expect(short).rejects.toThrow('at least 8 characters')
    expect(await needsSetUp(store)).toBe(true)
    await setUp(store, nowMs, { token, ...owner })
  })

  it('are one per address, whatever its case', async () => {
    const { store } = await anAccount()
    const again = createAccount(store.db, nowMs, { email: ' ANA@example.com', passwordHash: 'x' })
    await expect(again).rejects.toThrow('There is an account with this e-mail address already')
  })

  it('sign in with the right password only, and forgive wrong ones before it', async () => {
    const { store, account } = await anAccount()
    const clock = testClock()
    const throttle = signInThrottle({ store, secrets: deriveSecrets('x'.repeat(32)), clock })
    const guard = { throttle, limits: memoryRateLimiter(clock) }
    const attempt = (email: string, typed: string) =>
      checkCredentials(store, guard, { email, password: typed, address: '192.0.2.1' })
    expect(await attempt(' Ana@Example.com', password)).toEqual(account)
    for (const [email, typed] of [
      ['ana@example.com', `${password} `],
      ['ana@example.com', password.toUpperCase()],
      ['ben@example.com', password],
    ] as const) {
      await expect(attempt(email, typed)).rejects.toThrow('Wrong e-mail address or password')
    }
    expect(await attempt('ana@example.com', password)).toEqual(account)
  })

  it('stay signed in until idle for 14 days, and 30 days at most', async () => {
    const { store, account } = await anAccount()
    const clock = testClock()
    const sessions = signInSessions(store, { clock })
    const token = await sessions.start(account.id)
    const other = await sessions.start(account.id)
    expect(token).toMatch(/^[\w-]{43}$/)
    clock.pass(13 * dayMs)
    expect(await sessions.find(token)).toEqual({ account, factorStatus: 'weak', way: 'password' })
    clock.pass(13 * dayMs)
    expect(await sessions.find(token)).toEqual({ account, factorStatus: 'weak', way: 'password' })
    expect(await sessions.find(other)).toBeUndefined()
    clock.pass(4 * dayMs - 1)
    expect(await sessions.find(token)).toEqual({ account, factorStatus: 'weak', way: 'password' })
    clock.pass(1)
    expect(await sessions.find(token)).toBeUndefined()
    await sessions.start(account.id)
    const stored = await store.db.selectFrom('sign_in_sessions').selectAll().execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('are signed out at once, other sessions untouched', async () => {
    const { store, account } = await anAccount()
    const sessions = signInSessions(store)
    const [one, other] = [await sessions.start(account.id), await sessions.start(account.id)]
    await sessions.end(one)
    expect(await sessions.find(one)).toBeUndefined()
    expect(await sessions.find(other)).toEqual({ account, factorStatus: 'weak', way: 'password' })
    expect(await sessions.find('')).toBeUndefined()
  })

  it('owners of the installation see every site, members only their own sites', async () => {
    const { store, account } = await anAccount()
    const mine = await createSite(store.db, nowMs, { domains: ['a.example'] })
    const hidden = await createSite(store.db, nowMs + 1, { domains: ['b.example'] })
    expect(await listSitesFor(store, account)).toEqual([mine, hidden])

    const member = { ...account, installationRole: 'member' as const }
    const membership = { account_id: account.id, site_id: mine.id, role: 'admin' }
    await store.db.insertInto('memberships').values(membership).execute()
    expect(await listSitesFor(store, member)).toEqual([mine])
    expect(await getSiteAs(store, member, { id: mine.id, role: 'viewer' })).toEqual(mine)
    expect(await getSiteAs(store, member, { id: mine.id, role: 'admin' })).toEqual(mine)
    const asOwner = getSiteAs(store, member, { id: mine.id, role: 'owner' })
    await expect(asOwner).rejects.toThrow('Only an owner of this site may do that')
    for (const id of [hidden.id, 'site_000000000000']) {
      const place = { id, role: 'viewer' as const }
      await expect(getSiteAs(store, member, place)).rejects.toThrow('Site not found')
    }
    expect(() => requireOwner(member)).toThrow('Only an owner of this installation')
  })
})

describe('a password', () => {
  it('is stored as argon2id with its own salt', async () => {
    const [one, other] = [await hashPassword(password), await hashPassword(password)]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await isPassword(password, one)).toBe(true)
    expect(await isPassword(`${password}x`, one)).toBe(false)
    expect(await isPassword(password, undefined)).toBe(false)
    expect(await isPassword('x'.repeat(100_000), one)).toBe(false)
  })

  it('is the same in every Unicode normalisation', async () => {
    const composed = 'p\u00e4ssw\u00f6rter'
    expect(await isPassword(composed.normalize('NFD'), await hashPassword(composed))).toBe(true)
  })

  it('is refused when too short, absurdly long or a common password', async () => {
    await expect(hashPassword('1234567')).rejects.toThrow('at least 8 characters')
    await expect(hashPassword('🙂🙂🙂🙂')).rejects.toThrow('at least 8 characters')
    await expect(hashPassword('Password123')).rejects.toThrow('the first that somebody would try')
    await expect(hashPassword('x'.repeat(1001))).rejects.toThrow('at most 1000 characters')
  })

  it('is hashed two at a time, and 503 answers further requests', async () => {
    const hash = await hashPassword(password)
    const crowd = Array.from({ length: 60 }, () => isPassword(password, hash))
    const results = await Promise.allSettled(crowd)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(52)
    expect(await isPassword(password, hash)).toBe(true)
  })
})
