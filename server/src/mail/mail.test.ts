import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { hashPassword } from '../accounts/password.ts'
import { setDisabled } from '../accounts/people/manage-people.ts'
import { findAccountById } from '../accounts/rows/account-rows.ts'
import { commandLine } from '../audit/actor.ts'
import { createSite } from '../sites/manage-sites.ts'
import { deriveSecrets } from '../store/control/secrets.ts'
import { testClock } from '../test/clock.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { silent } from '../test/engine.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../test/processes/smtp-receiver.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { minuteMs } from '../time/durations.ts'
import { renderEmail } from './email.ts'
import { openMailer } from './mailer.ts'
import { queueMail } from './queue-mail.ts'
import { type SendingServices, sendQueued } from './send-queued.ts'

const publicUrl = 'https://stats.example.com'

describeOnControlStores('the queue of e-mails', (stores) => {
  let smtp: SmtpReceiver
  beforeAll(async () => {
    smtp = await startSmtpReceiver()
  })
  afterAll(() => smtp.close())

  /** Two nodes on one store, and a way to queue e-mails of one site. */
  async function aQueue() {
    const place = await stores.newPlace()
    const [one, other] = [await stores.open(place), await stores.open(place)]
    const clock = testClock()
    const secrets = deriveSecrets('thirty-two characters of a test secret')
    const mailer = openMailer({ smtpUrl: smtp.url, mailFrom: undefined, publicUrl })
    const basics = { secrets, clock, mailer, logger: silent }
    const { id: siteId } = await createSite(one.db, clock.now(), { domains: ['shop.example'] })
    const message = renderEmail({ subject: 'Hi', language: 'en', parts: [], footer: ['why'] })
    const queue = (to: string, more: { onceKey?: string; isOnce?: boolean } = {}) =>
      queueMail(one.db, secrets, { ...message, to, purpose: 'alert', siteId, ...more }, clock.now())
    const states = async (to: string) =>
      (
        await one.db
          .selectFrom('mails')
          .select(['state', 'attempts', 'error', 'content'])
          .where('recipient', '=', to)
          .execute()
      ).map(({ content, ...row }) => ({ ...row, hasContent: content !== null }))
    const nodes: SendingServices[] = [
      { ...basics, control: one },
      { ...basics, control: other },
    ]
    return { clock, queue, states, nodes, store: one }
  }
  const came = (to: string) => smtp.mails.filter((mail) => mail.to.includes(to))

  it('sends each once, though two nodes send, and keeps none of its text', async () => {
    const { queue, nodes, states } = await aQueue()
    await Promise.all(Array.from({ length: 6 }, (_, index) => queue(`p${index}@once.example`)))
    const keyed = [1, 2, 3].map(() => queue('keyed@once.example', { onceKey: 'week 47' }))
    expect((await Promise.all(keyed)).filter(Boolean)).toHaveLength(1)
    const sent = await Promise.all([...nodes, ...nodes].map((node) => sendQueued(node)))
    expect(sent.reduce((sum, count) => sum + count)).toBe(7)
    for (const name of ['p0', 'p3', 'p5', 'keyed']) {
      expect(came(`${name}@once.example`)).toHaveLength(1)
    }
    expect(await states('p0@once.example')).toEqual([
      { state: 'sent', attempts: 1, error: null, hasContent: false },
    ])
    expect(await queue('keyed@once.example', { onceKey: 'week 47' })).toBe(false)
  })

  it('tries again after a while, longer each time, and gives up in the end', async () => {
    const { queue, nodes, states, clock } = await aQueue()
    await queue('slow@later.example')
    smtp.refuse('451 greylisted', '451 greylisted')
    const [node] = nodes as [SendingServices]
    expect(await sendQueued(node)).toBe(0)
    expect(await sendQueued(node)).toBe(0)
    clock.pass(minuteMs)
    expect(await sendQueued(node)).toBe(0)
    clock.pass(5 * minuteMs - 1)
    expect(await sendQueued(node)).toBe(0)
    clock.pass(1)
    expect(await sendQueued(node)).toBe(1)
    expect(came('slow@later.example')).toHaveLength(1)

    await queue('never@later.example')
    smtp.refuse(...Array.from({ length: 7 }, () => '451 not now'))
    for (let hour = 0; hour < 24; hour++) {
      await sendQueued(node)
      clock.pass(60 * minuteMs)
    }
    expect(await states('never@later.example')).toEqual([
      { state: 'failed', attempts: 7, error: expect.stringContaining('451'), hasContent: false },
    ])
  })

  it('keeps nothing waiting for an account that was disabled', async () => {
    const { queue, nodes, states, clock, store } = await aQueue()
    const email = 'leaver@disabled.example'
    const account = await createAccount(store.db, clock.now(), { email, passwordHash: undefined })
    const other = { email: 'owner@disabled.example', passwordHash: undefined }
    await createAccount(store.db, clock.now(), other)
    await queue(email)
    const author = { by: commandLine, nowMs: clock.now() }
    await setDisabled(store, account.id, { ...author, isDisabled: true })
    for (const node of nodes) expect(await sendQueued(node)).toBe(0)
    expect(await states(email)).toEqual([
      { state: 'failed', attempts: 0, error: 'the account was disabled', hasContent: false },
    ])
  })

  it('sends the others where one cannot be read', async () => {
    const { queue, nodes, states, clock, store } = await aQueue()
    await queue('broken@read.example')
    await store.db
      .updateTable('mails')
      .set({ content: 'sealed with another secret' })
      .where('recipient', '=', 'broken@read.example')
      .execute()
    clock.pass(1)
    await queue('fine@read.example')
    const [node] = nodes as [SendingServices]
    expect(await sendQueued(node)).toBe(1)
    expect(came('fine@read.example')).toHaveLength(1)
    expect(await states('broken@read.example')).toMatchObject([{ state: 'waiting', attempts: 1 }])
  })

  it('does not try again after a permanent refusal', async () => {
    const { queue, nodes, states } = await aQueue()
    await queue('gone@no.example')
    smtp.refuse('550 no such user')
    await Promise.all(nodes.map((node) => sendQueued(node)))
    expect(await states('gone@no.example')).toMatchObject([{ state: 'failed', attempts: 1 }])
  })

  it('takes over from a node that died: what must come once is not sent again, the rest is', async () => {
    const { queue, nodes, states, clock, store } = await aQueue()
    await queue('digest@died.example', { isOnce: true })
    await queue('alert@died.example')
    await store.db
      .updateTable('mails')
      .set({ state: 'sending', retry_at_ms: clock.now() + 10 * minuteMs })
      .execute()
    const [, other] = nodes as [SendingServices, SendingServices]
    expect(await sendQueued(other)).toBe(0)
    clock.pass(10 * minuteMs)
    expect(await sendQueued(other)).toBe(1)
    expect(came('alert@died.example')).toHaveLength(1)
    expect(came('digest@died.example')).toEqual([])
    expect(await states('digest@died.example')).toMatchObject([{ state: 'unknown' }])
  })

  it('repeats with the same message ID where the server died before it had answered', async () => {
    const { queue, nodes, clock } = await aQueue()
    await queue('cut@died.example')
    smtp.hangUp(1)
    const [node] = nodes as [SendingServices]
    expect(await sendQueued(node)).toBe(0)
    clock.pass(minuteMs)
    expect(await sendQueued(node)).toBe(1)
    const ids = came('cut@died.example').map(({ headers }) => headers['message-id'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('an installation with a mail server', () => {
  let server: TestServer
  let smtp: SmtpReceiver
  beforeAll(async () => {
    smtp = await startSmtpReceiver()
    server = await startTestServer({
      sharesEngine: true,
      config: { smtpUrl: smtp.url, mailFrom: 'Stats <s@x.example>' },
    })
  })
  afterAll(async () => {
    await server?.close()
    await smtp?.close()
  })

  async function signIn(email: string, installationRole: 'owner' | 'member') {
    const { control, signInSessions } = server.services
    const given = { email, passwordHash: 'none', installationRole }
    const { id } = await createAccount(control.db, Date.now(), given)
    const cookie = `tributary_session=${await signInSessions.start(id)}`
    return { cookie, 'sec-fetch-site': 'same-origin' }
  }

  it('sends a test e-mail only to the owner who asks, five times a minute', async () => {
    const owner = await signIn('owner@x.example', 'owner')
    const member = await signIn('member@x.example', 'member')
    const path = '/api/app/mail/test'
    expect((await server.request('POST', path, { headers: member })).status).toBe(403)
    const signedOut = { 'sec-fetch-site': 'same-origin' }
    expect((await server.request('POST', path, { headers: signedOut })).status).toBe(401)
    expect((await server.request('POST', path, { headers: owner })).status).toBe(200)
    expect(smtp.mails.at(-1)).toMatchObject({
      to: ['owner@x.example'],
      headers: { from: 'Stats <s@x.example>' },
    })
    smtp.refuse('550 not from here')
    const refused = await server.request('POST', path, { headers: owner })
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.body)).toContain('550 not from here')
    const rest = await Promise.all(
      [1, 2, 3, 4].map(() => server.request('POST', path, { headers: owner })),
    )
    expect(rest.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429])
  })

  it('sends invitations, with nothing of the inviter or the site taken for markup', async () => {
    const owner = await signIn('inviter@x.example', 'owner')
    const { site } = await server.aSite({ name: 'Shop <img src=x> & "Söhne"' })
    const body = { email: 'new@x.example', role: 'viewer', language: 'de' }
    const path = `/api/app/sites/${site.id}/invitations`
    const reply = await server.request('POST', path, { headers: owner, body })
    expect(reply.body).toMatchObject({ data: { link: null, mailed: true } })
    expect(JSON.stringify(reply.body)).not.toContain('token')
    await sendQueued(server.services)
    const find = () => smtp.mails.find(({ to }) => to[0] === 'new@x.example')
    // The server's own job may have run first.
    await expect.poll(find).toBeDefined()
    const mail = find()
    expect(mail?.headers.subject).toBe('Einladung zu Shop <img src=x> & "Söhne"')
    const link = /http\S+\/invitation#token=[\w-]{43}/.exec(mail?.parts['text/plain'] ?? '')?.[0]
    expect(mail?.parts['text/html']).toContain(`href="${link}"`)
    expect(mail?.parts['text/html']).toContain('Shop &lt;img src=x&gt; &amp; &quot;Söhne&quot;')
  })

  it('accepts a new address once the same account opened its link', async () => {
    const email = `old${Math.random()}@x.example`
    const [next, password] = [`next${Math.random()}@x.example`, 'correct horse battery']
    const { control, signInSessions } = server.services
    const passwordHash = await hashPassword(password)
    const account = await createAccount(control.db, Date.now(), { email, passwordHash })
    const cookie = `tributary_session=${await signInSessions.start(account.id)}`
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const path = '/api/app/account/email'
    const ask = (to: string) =>
      server.request('POST', path, { headers, body: { email: to, password, language: 'de' } })
    const prove = (token: string, by: Record<string, string> = headers) =>
      server.request('POST', `${path}/prove`, { headers: by, body: { token } })
    const linkTo = (to: string) => {
      const mail = smtp.mails.findLast((one) => one.to[0] === to)
      expect(mail?.headers.subject).toBe('Bestätige deine E-Mail-Adresse')
      return /#prove-email=([\w-]{43})/.exec(mail?.parts['text/plain'] ?? '')?.[1] ?? ''
    }
    const stored = () => findAccountById(control.db, account.id)

    smtp.refuse('550 no such user')
    expect((await ask('unknown@x.example')).status).toBe(409)
    expect((await ask(next)).body).toEqual({
      status: 'success',
      data: { account, mailedTo: next },
    })
    const first = linkTo(next)
    await ask(next)
    const link = linkTo(next)
    expect(await stored()).toMatchObject({ email, isEmailUnverified: true })
    const stranger = await signIn(`stranger${Math.random()}@x.example`, 'member')
    for (const [token, by] of [
      [link, stranger],
      [first, headers],
      ['made up', headers],
    ] as const) {
      expect((await prove(token, by)).status).toBe(400)
    }
    expect((await prove(link)).body).toMatchObject({ data: { account: { email: next } } })
    expect(await stored()).toMatchObject({ email: next, isEmailUnverified: false })
    expect((await prove(link)).status).toBe(400)
  })
})

it('says clearly that it sends no e-mails where none are set up', async () => {
  expect(openMailer({ smtpUrl: undefined, mailFrom: undefined, publicUrl })).toBeUndefined()
})
