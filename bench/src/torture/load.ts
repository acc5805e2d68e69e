import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../demo/random.ts'
import type { Attempt, Oracle, RequestKind } from './oracle.ts'
import { requestFor } from './requests.ts'
import type { Installation } from './victim.ts'

/** How unacknowledged requests ended, and reads that lacked what they must show. */
export interface LoadFigures {
  refused: number
  cutOff: number
  reads: number
  staleReads: number
}

/** The figures of several loads together. */
export function sumOfFigures(all: readonly LoadFigures[]): LoadFigures {
  const sum = (key: keyof LoadFigures) => all.reduce((total, one) => total + one[key], 0)
  return {
    refused: sum('refused'),
    cutOff: sum('cutOff'),
    reads: sum('reads'),
    staleReads: sum('staleReads'),
  }
}

export interface LoadOptions {
  installation: Installation
  oracle: Oracle
  random: Random
  /** Makes ids unique between rounds. */
  round: number
  workers: number
  signal: AbortSignal
  /** Several nodes, one picked for each request; the others show what one accepted a moment later. */
  urls?: readonly string[]
  /** Each worker's pause between two requests, so that a long scenario leaves some of the machine free. */
  pauseMs?: number
  /** Skips reads that would wait for something that is down. */
  withoutReads?: boolean
  withoutPayments?: boolean
  /** Visitors of this many rounds before return, in the sessions that they had. */
  returningFrom?: number
}

/** A client gives up on a node that does not answer, as after a cut of the network. */
const patienceMs = 3_000

/** Sends until stopped: hits, goals, payments, and now and then a read of what was just sent. */
export async function runLoad(options: LoadOptions): Promise<LoadFigures> {
  const figures: LoadFigures = { refused: 0, cutOff: 0, reads: 0, staleReads: 0 }
  const workers = Array.from({ length: options.workers }, (_, n) => work(options, n, figures))
  await Promise.all(workers)
  return figures
}

async function work(options: LoadOptions, worker: number, figures: LoadFigures): Promise<void> {
  const { oracle, random, round, signal } = options
  let visitorId = ''
  let seen = 0
  for (let n = 0; !signal.aborted; n++) {
    if (n % 8 === 0) {
      const back = random.between(0, options.returningFrom ?? 0)
      visitorId = back === 0 ? `v-${round}-${worker}-${n}` : `v-${round - back}-${worker}-0`
      seen = 0
    }
    const kind = pickKind(random, options.withoutPayments === true ? 0.85 : 1)
    const attempt = oracle.sent({
      id: `/${kind}/${round}/${worker}/${n}`,
      kind,
      visitorId,
      amountMinor: kind === 'payment' ? random.between(1, 100_000) : 0,
    })
    await send(options, attempt, figures)
    if (options.pauseMs !== undefined) await sleep(options.pauseMs)
    if (kind === 'pageview' && attempt.acknowledged) seen++
    const reads = options.urls === undefined && !options.withoutReads
    if (reads && random.chance(0.03)) await read(options, { visitorId, seen }, figures)
  }
}

/** Payments are the last part of 1. */
function pickKind(random: Random, below: number): RequestKind {
  const part = random.next() * below
  if (part < 0.6) return 'pageview'
  if (part < 0.75) return 'goal'
  return part < 0.85 ? 'server-goal' : 'payment'
}

/** Sends once; a payment that may or may not have arrived is sent again by `settlePayments`. */
async function send(
  { installation, oracle, random, urls }: LoadOptions,
  attempt: Attempt,
  figures: LoadFigures,
): Promise<void> {
  const url = urls?.[random.between(0, urls.length - 1)]
  const status = await post({ ...installation, ...(url !== undefined && { url }) }, attempt)
  if (status === undefined) figures.cutOff++
  else if (status === 200 || status === 202) oracle.acknowledged(attempt)
  else if (status === 503) figures.refused++
  else throw new Error(`${attempt.kind} was answered ${status}`)
  // A server that is down refuses at once; without a pause that would be thousands of attempts.
  if (!attempt.acknowledged) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Repeats every payment that was never acknowledged, as a client must, until the server has it. */
export async function settlePayments(installation: Installation, oracle: Oracle): Promise<void> {
  for (const attempt of oracle.attempts.values()) {
    if (attempt.kind !== 'payment' || attempt.acknowledged) continue
    let status = await post(installation, attempt)
    // On a busy machine an answer may take longer than the client waits.
    while (status === undefined || status === 503) {
      await sleep(100)
      status = await post(installation, attempt)
    }
    if (status !== 200) throw new Error(`a repeated payment was answered ${status}`)
    oracle.acknowledged(attempt)
  }
}

async function post(installation: Installation, attempt: Attempt): Promise<number | undefined> {
  const { path, headers, body } = requestFor(installation, attempt)
  const answer = await fetch(installation.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => undefined)
  const reason = answer?.headers.get('x-tributary-dropped')
  if (reason) throw new Error(`a hit was dropped: ${reason}`)
  // A body that is cut off after the status line is an acknowledgement all the same.
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status
}

/** The fields of the reply that matter here; without data the visitor is unknown. */
interface VisitorReply {
  data?: { pageViewCount: number }
}

/** A read must show every page view of the visitor that this worker saw acknowledged. */
async function read(
  { installation: { url, key } }: LoadOptions,
  { visitorId, seen }: { visitorId: string; seen: number },
  figures: LoadFigures,
): Promise<void> {
  const answer = await fetch(`${url}/api/v1/visitor?visitorId=${visitorId}`, {
    headers: { authorization: `Bearer ${key}` },
  }).catch(() => undefined)
  const body = (await answer?.json().catch(() => undefined)) as VisitorReply | undefined
  if (body === undefined || (answer?.status !== 200 && answer?.status !== 404)) return
  figures.reads++
  if ((body.data?.pageViewCount ?? 0) < seen) figures.staleReads++
}

/** Puts a server under load for as long as `work` takes. */
export async function whileUnderLoad(
  options: Omit<LoadOptions, 'signal'>,
  work: () => Promise<void>,
): Promise<LoadFigures> {
  const ended = new AbortController()
  const load = runLoad({ ...options, signal: ended.signal })
  try {
    // A failing load ends the work, too.
    await Promise.race([load, work()])
  } finally {
    ended.abort()
  }
  return load
}
