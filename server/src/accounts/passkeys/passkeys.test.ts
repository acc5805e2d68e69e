import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { AppPasskey } from '@tributary/contract/app/account.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock } from '../../test/clock.ts'
import { inLongForm } from '../../test/long-form.ts'
import type { TestServer } from '../../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../../test/server-stores.ts'
import { createAccount } from '../create-account.ts'
import { hashPassword } from '../password.ts'

inLongForm(describeOnServers, describeOnSqliteServer)('passkeys', (start) => {
  const clock = testClock()
  const password = 'correct horse battery'
  const origin = 'https://stats.example'
  const own = { 'sec-fetch-site': 'same-origin' }
  let server: TestServer
  beforeAll(async () => {
    server = await start({ clock, config: { publicUrl: origin } })
  })
  afterAll(() => server.close())

  async function aPerson() {
    const email = `p${Math.random()}@example.com`
    const passwordHash = await hashPassword(password)
    const { id } = await createAccount(server.services.control.db, clock.now(), {
      email,
      passwordHash,
    })
    const cookie = `__Host-tributary_session=${await server.services.signInSessions.start(id)}`
    return { id, email, cookie }
  }

  const ask = (method: string, path: string, cookie: string, body?: object) =>
    server.request(method, `/api/app/${path}`, {
      headers: { ...own, cookie },
      ...(body && { body }),
    })

  const refused = (code: number, words: string) => ({
    status: code,
    body: { error: { message: expect.stringContaining(words) } },
  })

  /** An authenticator's state, and errors that it may make. */
  interface Authenticator {
    id: Buffer
    privateKey: KeyObject
    publicKey: KeyObject
    signCount: number
  }

  interface Lies {
    origin?: string
    rpId?: string
    /** User present is 1, user verified 4. */
    flags?: number
    signWith?: KeyObject
  }

  function anAuthenticator(): Authenticator {
    return {
      id: randomBytes(16),
      signCount: 1,
      ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    }
  }

  const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
  const encoded = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

  function clientData(type: string, challenge: string, lies: Lies): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin }))
  }

  /** Host, flags and count as an authenticator signs them (WebAuthn, section 6.1). */
  function authenticatorData(device: Authenticator, flags: number, lies: Lies): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(device.signCount)
    const host = sha256(lies.rpId ?? 'stats.example')
    return Buffer.concat([host, Buffer.from([flags]), count])
  }

  /** A COSE key and an attestation of format "none", in CBOR written by hand. */
  function madeCredential(device: Authenticator, challenge: string, lies: Lies = {}) {
    const { x = '', y = '' } = device.publicKey.export({ format: 'jwk' })
    const [xBytes, yBytes] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    const key = Buffer.concat([
      // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: elliptic curve, ES256, P-256.
      Buffer.from('a5010203262001215820', 'hex'),
      xBytes,
      Buffer.from('225820', 'hex'),
      yBytes,
    ])
    const data = Buffer.concat([
      authenticatorData(device, 0x40 | (lies.flags ?? 5), lies),
      Buffer.alloc(16),
      Buffer.from([0, device.id.length]),
      device.id,
      key,
    ])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...['fmt', 'none'].map(cborText),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ])
    const id = encoded(device.id)
    const response = {
      clientDataJSON: encoded(clientData('webauthn.create', challenge, lies)),
      attestationObject: encoded(attestationObject),
      transports: ['internal'],
    }
    return { id, rawId: id, type: 'public-key', response }
  }

  function cborText(text: string): Buffer {
    return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
  }

  function usedCredential(device: Authenticator, challenge: string, lies: Lies = {}) {
    device.signCount += 1
    const data = authenticatorData(device, lies.flags ?? 5, lies)
    const client = clientData('webauthn.get', challenge, lies)
    const sign = createSign('sha256').update(Buffer.concat([data, sha256(client)]))
    const id = encoded(device.id)
    const response = {
      clientDataJSON: encoded(client),
      authenticatorData: encoded(data),
      signature: encoded(sign.sign(lies.signWith ?? device.privateKey)),
    }
    return { id, rawId: id, type: 'public-key', response }
  }

  async function challengeFrom(path: string, cookie = ''): Promise<string> {
    const { body } = await ask('POST', path, cookie, {})
    return (body as { data: { options: { challenge: string } } }).data.options.challenge
  }

  const challengeToAdd = (cookie: string) => challengeFrom('account/passkeys/options', cookie)
  const challengeToUse = () => challengeFrom('passkey/options')

  async function aPasskey() {
    const person = await aPerson()
    const device = anAuthenticator()
    const credential = madeCredential(device, await challengeToAdd(person.cookie))
    const added = await ask('POST', 'account/passkeys', person.cookie, {
      name: 'Laptop',
      credential,
    })
    expect(added.status).toBe(200)
    const { passkey } = (added.body as { data: { passkey: AppPasskey } }).data
    return { ...person, device, passkey, credential }
  }

  const use = (credential: object, cookie = '') =>
    ask('POST', 'passkey/session', cookie, { credential })

  describe('/api/app/passkey/session', () => {
    it('signs in with a new session, once for each challenge', async () => {
      const { email, device, cookie } = await aPasskey()
      const credential = usedCredential(device, await challengeToUse())
      const reply = await use(credential, cookie)
      expect(reply).toMatchObject({ status: 200, body: { data: { account: { email } } } })
      expect(reply.headers.get('set-cookie')).toMatch(/^__Host-tributary_session=/)
      expect((await ask('GET', 'session', cookie)).status).toBe(401)
      expect(await use(credential)).toMatchObject(refused(400, 'was used already'))
    })

    it.each([
      ['another origin', { origin: 'https://stats.example.evil.example' }],
      ['another host', { rpId: 'evil.example' }],
      ['no user verification', { flags: 1 }],
      ['another key', { signWith: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ])('refuses what %s has signed', async (_, lies) => {
      const { device } = await aPasskey()
      const credential = usedCredential(device, await challengeToUse(), lies)
      expect(await use(credential)).toMatchObject(refused(401, 'This passkey was not accepted'))
    })

    it('refuses challenges that are too old, made up, or for another purpose', async () => {
      const { device, cookie } = await aPasskey()
      const late = await challengeToUse()
      clock.pass(5 * 60_000)
      const wrong = [late, encoded(randomBytes(32)), await challengeToAdd(cookie)]
      for (const challenge of wrong) {
        const reply = await use(usedCredential(device, challenge))
        expect(reply).toMatchObject(refused(400, 'This took too long'))
      }
    })

    it('refuses a copy of the authenticator, whose count lags behind', async () => {
      const { device } = await aPasskey()
      const copy = { ...device }
      expect((await use(usedCredential(device, await challengeToUse()))).status).toBe(200)
      const reply = await use(usedCredential(copy, await challengeToUse()))
      expect(reply).toMatchObject(refused(401, 'This passkey was not accepted'))
    })

    it('rejects a passkey that is not registered, and slows down repeated attempts', async () => {
      const device = anAuthenticator()
      const statuses: number[] = []
      for (let guess = 0; guess < 7; guess++) {
        statuses.push((await use(usedCredential(device, await challengeToUse()))).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    })

    it('is refused from other origins', async () => {
      const reply = await server.request('POST', '/api/app/passkey/options', {
        headers: { 'sec-fetch-site': 'cross-site' },
        body: {},
      })
      expect(reply.status).toBe(403)
    })
  })

  describe('/api/app/account/passkeys', () => {
    it('lists, renames and removes, and a removed one no longer signs in', async () => {
      const { cookie, passkey, device } = await aPasskey()
      await use(usedCredential(device, await challengeToUse()))
      const path = `account/passkeys/${passkey.id}`
      expect((await ask('PATCH', path, cookie, { name: ' Phone ' })).status).toBe(200)
      const now = new Date(clock.now()).toISOString()
      expect((await ask('GET', 'account/passkeys', cookie)).body).toMatchObject({
        data: { passkeys: [{ id: passkey.id, name: 'Phone', createdAt: now, lastUsedAt: now }] },
      })
      expect((await ask('POST', `${path}/remove`, cookie, {})).status).toBe(200)
      const gone = usedCredential(device, await challengeToUse())
      expect((await use(gone)).status).toBe(401)
    })

    it('needs the password where signing in is more than ten minutes ago', async () => {
      const { cookie, passkey } = await aPasskey()
      clock.pass(10 * 60_000)
      for (const path of ['account/passkeys/options', `account/passkeys/${passkey.id}/remove`]) {
        expect(await ask('POST', path, cookie, {})).toMatchObject(
          refused(400, 'needs your password'),
        )
        const wrong = await ask('POST', path, cookie, { password: 'wrong password' })
        expect(wrong).toMatchObject(refused(400, 'This is not your password'))
        expect((await ask('POST', path, cookie, { password })).status).toBe(200)
      }
    })

    it('keeps no passkey twice, of another origin, unverified, or asked for by somebody else', async () => {
      const { cookie, credential, device } = await aPasskey()
      const stranger = await aPerson()
      const add = (given: object, as = cookie) =>
        ask('POST', 'account/passkeys', as, { name: 'x', credential: given })
      expect(await add(credential)).toMatchObject(refused(400, 'was used already'))
      const theirs = madeCredential(anAuthenticator(), await challengeToAdd(cookie))
      expect(await add(theirs, stranger.cookie)).toMatchObject(refused(400, 'was used already'))
      const again = madeCredential(device, await challengeToAdd(cookie))
      expect(await add(again)).toMatchObject(refused(409, 'registered already'))
      for (const lies of [{ origin: 'https://evil.example' }, { flags: 1 }]) {
        const bad = madeCredential(anAuthenticator(), await challengeToAdd(cookie), lies)
        expect(await add(bad)).toMatchObject(refused(400, 'cannot be used here'))
      }
    })

    it('changes no other account’s', async () => {
      const { passkey, device } = await aPasskey()
      const { cookie } = await aPerson()
      const path = `account/passkeys/${passkey.id}`
      expect((await ask('PATCH', path, cookie, { name: 'mine' })).status).toBe(404)
      expect((await ask('POST', `${path}/remove`, cookie, {})).status).toBe(404)
      expect((await ask('GET', 'account/passkeys', cookie)).body).toMatchObject({
        data: { passkeys: [] },
      })
      expect((await use(usedCredential(device, await challengeToUse()))).status).toBe(200)
    })
  })

  describe('where everybody needs a second factor', () => {
    it('a passkey is one, and its owner no longer gets in by password alone', async () => {
      const owner = await aPasskey()
      const both = await aPasskey()
      const elsewhere = `__Host-tributary_session=${await server.services.signInSessions.start(both.id)}`
      const { cookie } = await aPerson()
      const require = (required: boolean) =>
        ask('PUT', 'people/second-factor', owner.cookie, { required, password })
      expect((await require(true)).status).toBe(200)
      try {
        expect((await ask('GET', 'sites', both.cookie)).status).toBe(200)
        expect((await ask('GET', 'session', elsewhere)).status).toBe(401)
        const byPassword = { email: both.email, password }
        const refusal = refused(403, 'Sign in with your passkey')
        expect(await ask('POST', 'session', '', byPassword)).toMatchObject(refusal)
        const made = await ask('POST', `people/${both.id}/reset-link`, owner.cookie, { password })
        const token = new URL((made.body as { data: { link: string } }).data.link).hash.slice(7)
        const finish = await ask('POST', 'reset/finish', '', { token, password })
        expect(finish).toMatchObject(refusal)
        expect((await use(usedCredential(both.device, await challengeToUse()))).status).toBe(200)

        expect((await ask('GET', 'sites', cookie)).status).toBe(403)
        const credential = madeCredential(anAuthenticator(), await challengeToAdd(cookie))
        await ask('POST', 'account/passkeys', cookie, { name: 'Phone', credential })
        expect((await ask('GET', 'sites', cookie)).status).toBe(200)
      } finally {
        expect((await require(false)).status).toBe(200)
      }
    })
  })
})
