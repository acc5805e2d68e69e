import { setTimeout as delay } from 'node:timers/promises'
import type { Oracle } from './oracle.ts'
import { requestFor } from './requests.ts'
import type { Installation } from './victim.ts'

/** How one request was answered, and how soon. */
export interface Answer {
  /** Undefined when the connection broke or nothing came. */
  status: number | undefined
  retryAfter: string | null
  ms: number
}

/** The sender: its requests are recorded like all others. */
export interface Asker {
  installation: Installation
  oracle: Oracle
}

type Question = 'hit' | 'payment' | 'read'

/** A read gets a 503 after 15 seconds at most. */
const longestMs = 20_000
const patienceMs = 300_000
let asked = 0

/** Sends one hit, payment or read during the load. */
export async function askOnce({ installation, oracle }: Asker, what: Question): Promise<Answer> {
  const startMs = performance.now()
  const signal = AbortSignal.timeout(longestMs)
  const { url, key } = installation
  let answer: Response | undefined
  if (what === 'read') {
    const headers = { authorization: `Bearer ${key}` }
    answer = await fetch(`${url}/api/v1/visitor?visitorId=probe`, { headers, signal }).catch(
      () => undefined,
    )
  } else {
    const attempt = oracle.sent({
      id: `/probe/${asked++}`,
      kind: what === 'hit' ? 'pageview' : 'payment',
      visitorId: 'probe',
      amountMinor: what === 'hit' ? 0 : 100,
    })
    const { path, headers, body } = requestFor(installation, attempt)
    const text = JSON.stringify(body)
    answer = await fetch(url + path, { method: 'POST', headers, body: text, signal }).catch(
      () => undefined,
    )
    if (answer?.ok) oracle.acknowledged(attempt)
  }
  await answer?.arrayBuffer().catch(() => undefined)
  return {
    status: answer?.status,
    retryAfter: answer?.headers.get('retry-after') ?? null,
    ms: performance.now() - startMs,
  }
}

/** Asks again and again until it is answered so. */
export async function askUntil(asker: Asker, what: Question, status: number): Promise<Answer> {
  const startMs = performance.now()
  for (;;) {
    const answer = await askOnce(asker, what)
    if (answer.status === status) return answer
    if (performance.now() - startMs > patienceMs) {
      throw new Error(`a ${what} was still answered ${answer.status}, not ${status}`)
    }
    await delay(20)
  }
}
