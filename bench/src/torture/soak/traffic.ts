import { setTimeout as delay } from 'node:timers/promises'
import { signAs } from '@tributary/server/test/providers/webhook-signer.ts'
import { dayMs } from '@tributary/server/time/durations.ts'
import { type Random, weighted } from '../../demo/random.ts'
import { panels } from '../../measures/panels.ts'
import type { Access, Insider } from '../fuzz/insider.ts'
import { browserHeaders } from '../requests.ts'
import type { Installation } from '../victim.ts'

export interface Traffic {
  installation: Installation
  insider: Insider
  random: Random
  /** What time it is for the server, milliseconds since 1970 UTC. */
  now(): number
  signal: AbortSignal
}

/** How often each kind of request got which status; 0 means no answer. */
export type Answers = Record<string, Record<number, number>>

interface Asked {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

type Act = (of: Traffic, access: Access) => Asked | Promise<Asked>

/** The requests of a busy installation, and their frequencies; most come from new visitors. */
const acts: readonly (readonly [string, Act, number])[] = [
  ['hit', (of, { siteId }) => hit(of, siteId, { visitorId: visitor(of) }), 500],
  ['hit without a cookie', (of) => hit(of, of.installation.siteId, {}), 150],
  ['hit for no site', (of) => hit(of, `site_${of.random.id().slice(0, 12)}`, {}), 20],
  ['goal', (of, access) => goal(of, access), 60],
  ['payment', (of, access) => payment(of, access), 40],
  ['webhook: sold', (of, access) => stripe(of, access, 'charge.succeeded'), 20],
  ['webhook: given back', (of, access) => stripe(of, access, 'charge.refunded'), 10],
  ['identify', (of, access) => identify(of, access), 20],
  ['batch', (of, access) => batch(of, access), 15],
  ['panel', (of, access) => panel(of, access), 60],
  ['visitor', (of, access) => withKey(access, `/api/v1/visitor?visitorId=${regular(of)}`), 20],
  ['erasure', (of, access) => erasure(of, access), 2],
  [
    'export',
    (of, access) => withKey(access, `/api/v1/export?from=${day(of, -2)}&to=${day(of)}`),
    3,
  ],
  [
    'sites',
    (_of, { cookie }) => ({ method: 'GET', path: '/api/app/sites', headers: { cookie } }),
    10,
  ],
  ['wrong password', (of) => signIn(of), 3],
]
const pick = weighted(acts.map((act) => [act, act[2]] as const))

/** Sends one request after the other until stopped, with this many workers at once. */
export async function soak(of: Traffic, workers: number, pauseMs: number): Promise<Answers> {
  const answers: Answers = {}
  const work = async () => {
    while (!of.signal.aborted) {
      const [name, act] = pick(of.random)
      note(answers, name, await ask(of, await act(of, await of.insider.access())))
      await delay(pauseMs)
    }
  }
  await Promise.all([importer(of, answers), ...Array.from({ length: workers }, work)])
  return answers
}

function note(answers: Answers, name: string, status: number): void {
  const known = answers[name] ?? {}
  answers[name] = { ...known, [status]: (known[status] ?? 0) + 1 }
}

async function ask({ installation }: Traffic, asked: Asked): Promise<number> {
  const { method, path, headers, body } = asked
  const answer = await fetch(installation.url + path, {
    method,
    headers: { ...browserHeaders, 'sec-fetch-site': 'same-origin', ...headers },
    ...(body !== undefined && { body }),
  }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status ?? 0
}

/** Every few seconds a file is uploaded, checked, imported, and now and then undone. */
async function importer(of: Traffic, answers: Answers): Promise<void> {
  while (!of.signal.aborted) {
    const { siteId, cookie } = await of.insider.access()
    const all = `/api/app/sites/${siteId}/imports`
    const headers = { cookie, ...browserHeaders, 'sec-fetch-site': 'same-origin' }
    const url = of.installation.url
    const send = (path: string, body: string) =>
      fetch(url + path, { method: 'POST', headers, body })
    const put = (path: string, body: string) => {
      const sent = { ...headers, 'content-type': 'application/octet-stream' }
      return fetch(url + path, { method: 'PUT', headers: sent, body })
    }
    const made = await send(all, JSON.stringify({ format: 'rows', fileName: 'rows.csv' }))
    note(answers, 'import', made.status)
    const { data } = (await made.json()) as { data?: { import: { id: string } } }
    const one = `${all}/${data?.import.id}`
    const steps = [
      () => put(`${one}/content?offset=0`, rows(of)),
      () => send(`${one}/check`, '{}'),
      () => send(`${one}/start`, '{}'),
      ...(of.random.chance(0.3) ? [() => send(`${one}/undo`, '{}')] : []),
    ]
    for (const step of steps) {
      const answer = await step()
      note(answers, 'import', answer.status)
      await answer.arrayBuffer()
      await untilSettled(() => fetch(url + one, { headers }), of.signal)
    }
    await delay(4_000)
  }
}

/** A step's effects continue in the background; the next step waits for them. */
async function untilSettled(ask: () => Promise<Response>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(1_000)
    const { data } = (await (await ask()).json()) as { data?: { import: { state: string } } }
    if (!['checking', 'running', 'undoing'].includes(data?.import.state ?? '')) return
  }
}

function rows(of: Traffic): string {
  const lines = Array.from({ length: 200 }, (_, n) => {
    const at = new Date(of.now() - (60 + (n % 20)) * dayMs).toISOString()
    return `pageview,${of.random.id()},s${n},${at},https://shop.example/old/${n}`
  })
  return ['type,visitor,session,timestamp,url', ...lines].join('\n')
}

/** Three in four are new; the others come back. */
function visitor(of: Traffic): string {
  const { random } = of
  return random.chance(0.75) ? random.id() : regular(of)
}

function regular({ random }: Traffic): string {
  return `regular-${random.between(1, 500)}`
}

function hit(of: Traffic, siteId: string, known: object): Asked {
  const { random } = of
  const page = `https://shop.example/p/${random.between(1, 3_000)}?utm_source=s${random.between(1, 50)}`
  const address = Array.from({ length: 3 }, () => random.between(0, 255)).join('.')
  return {
    method: 'POST',
    path: '/api/collect',
    headers: { 'x-forwarded-for': `11.${address}` },
    body: JSON.stringify({ siteId, type: 'pageview', url: page, sessionId: random.id(), ...known }),
  }
}

function goal(of: Traffic, access: Access): Asked {
  return withKey(access, '/api/v1/goal', {
    event: `goal ${of.random.between(1, 30)}`,
    visitorId: visitor(of),
    value: of.random.between(0, 100),
  })
}

function payment(of: Traffic, access: Access): Asked {
  return withKey(access, '/api/v1/payment', {
    provider: 'custom',
    providerPaymentId: of.random.id(),
    visitorId: visitor(of),
    customerEmail: `${of.random.id()}@shop.example`,
    amount: of.random.between(1, 10_000) / 100,
    currency: 'USD',
  })
}

function identify(of: Traffic, access: Access): Asked {
  return withKey(access, '/api/v1/identify', { visitorId: visitor(of), userId: of.random.id() })
}

function batch(of: Traffic, access: Access): Asked {
  const events = Array.from({ length: 50 }, (_, n) => ({
    type: 'pageview',
    visitorId: visitor(of),
    timestamp: new Date(of.now() - n * 60_000).toISOString(),
    url: `https://shop.example/batch/${n}`,
  }))
  return withKey(access, '/api/v1/events', { events })
}

/** Filters that hardly repeat, so that caches of answers have something to evict. */
function panel(of: Traffic, access: Access): Asked {
  const all = Object.values(panels)
  const chosen = all[of.random.between(0, all.length - 1)]
  const source = ['is', 'source', [`s${of.random.between(1, 50)}`]]
  return withKey(access, '/api/v1/query', {
    ...chosen,
    ...(of.random.chance(0.7) && { filters: [source] }),
  })
}

/** A visitor who was active a moment ago, as far as is known. */
function erasure(of: Traffic, access: Access): Asked {
  return { ...withKey(access, `/api/v1/visitor?visitorId=${regular(of)}`), method: 'DELETE' }
}

function signIn(of: Traffic): Asked {
  const email = `${of.random.id()}@shop.example`
  const body = JSON.stringify({ email, password: 'not a real password' })
  return { method: 'POST', path: '/api/app/session', body }
}

/** A sale, or a full refund, some for sales that were never reported. */
function stripe(of: Traffic, access: Access, type: string): Asked {
  const { id, secret } = access.endpoints.find(({ provider }) => provider === 'stripe') as {
    id: string
    secret: string
  }
  const charge = `ch_${of.random.between(1, 200_000)}`
  const isBack = type === 'charge.refunded'
  const text = JSON.stringify({
    id: `evt_${of.random.id()}`,
    type,
    created: Math.floor(of.now() / 1000),
    livemode: true,
    data: {
      object: {
        ...{ id: charge, object: 'charge', amount: 4900, currency: 'usd', status: 'succeeded' },
        ...{ payment_intent: `pi_${charge}`, metadata: { tributary_visitor_id: visitor(of) } },
        ...(isBack && { refunded: true, amount_refunded: 4900 }),
      },
    },
  })
  const headers = signAs('stripe', text, { secret, nowMs: of.now() })
  return { method: 'POST', path: `/webhooks/stripe/${id}`, headers, body: text }
}

function withKey({ key }: Access, path: string, body?: object): Asked {
  const headers = { authorization: `Bearer ${key}` }
  if (body === undefined) return { method: 'GET', path, headers }
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}

function day(of: Traffic, days = 0): string {
  return new Date(of.now() + days * dayMs).toISOString().slice(0, 10)
}
